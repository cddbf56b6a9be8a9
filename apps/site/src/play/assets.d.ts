// Files of the example that Vite gives as data URLs.
declare module "*.mv?inline" {
  const url: string;
  export default url;
}
declare module "*.mvsm?inline" {
  const url: string;
  export default url;
}
declare module "*.bcs?inline" {
  const url: string;
  export default url;
}
declare module "*.move?raw" {
  const text: string;
  export default text;
}
