// What leaves the repository holds nothing that only the repository understands.
export const hooks = {
  /** Called with the manifest that goes into a tarball. */
  beforePacking(manifest) {
    // Names of private packages, and commands that need the whole workspace.
    delete manifest.devDependencies;
    delete manifest.scripts;
    return manifest;
  },
};
