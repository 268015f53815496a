// The package has no types: it gives the path of its Java archive.
declare module "vnu-jar" {
  const path: string;
  export default path;
}
