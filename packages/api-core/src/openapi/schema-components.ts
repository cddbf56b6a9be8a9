import type { TSchema } from "typebox";
import { nonNullBranch, type SchemaNode, schemaNode, variantName } from "../contract/schema.ts";

/** A schema as the document holds it. */
export type DocumentSchema = { readonly [keyword: string]: unknown };

/** Collects the named schemas of the routes as components and gives references to them. */
export class SchemaComponents {
  readonly #components = new Map<string, DocumentSchema>();

  /** The schema for use in the document: a reference when it has a name. */
  refer(schema: TSchema): DocumentSchema {
    return this.#refer(schemaNode(schema));
  }

  /** All named schemas referred to so far, by name. */
  components(): Record<string, DocumentSchema> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #refer(node: SchemaNode): DocumentSchema {
    const content = nonNullBranch(node);
    if (content !== undefined) return this.#refer(content);
    const { title } = node;
    if (title === undefined) return this.#render(node);
    if (!this.#components.has(title)) {
      // The place is taken first: a schema may be reached again while its members are rendered.
      this.#components.set(title, {});
      this.#components.set(title, this.#render(node));
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  #render(node: SchemaNode): DocumentSchema {
    const { title: _, "x-doc": doc, "x-discriminator": discriminator, anyOf, allOf, items, properties, ...rest } = node;
    return {
      ...rest,
      ...doc,
      ...(items && { items: this.#refer(items) }),
      ...(properties && { properties: mapValues(properties, (member) => this.#refer(member)) }),
      ...(allOf && { allOf: allOf.map((part) => this.#refer(part)) }),
      ...(anyOf && this.#renderUnion(anyOf, discriminator)),
    };
  }

  #renderUnion(variants: readonly SchemaNode[], discriminator: string | undefined): DocumentSchema {
    if (discriminator === undefined) return { anyOf: variants.map((variant) => this.#refer(variant)) };
    const mapping = variants.map((variant): [string, unknown] => [
      String(variantName(variant, discriminator)),
      this.#refer(variant).$ref,
    ]);
    return {
      oneOf: variants.map((variant) => this.#refer(variant)),
      discriminator: { propertyName: discriminator, mapping: Object.fromEntries(mapping) },
    };
  }
}

function mapValues<A, B>(members: Readonly<Record<string, A>>, convert: (member: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, convert(member)]));
}
