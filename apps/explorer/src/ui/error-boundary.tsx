import { Component, type ComponentChildren } from "preact";

interface Props {
  readonly children: ComponentChildren;
}

interface State {
  readonly fault: string | undefined;
}

/** Keeps the page alive when a view meets an answer that it cannot show. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { fault: undefined };

  static override getDerivedStateFromError(error: unknown): State {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.fault === undefined) return this.props.children;
    return (
      <div class="failure" role="alert">
        <p>
          <strong>This cannot be shown.</strong> The answer is not what this page expects: {this.state.fault}
        </p>
      </div>
    );
  }
}
