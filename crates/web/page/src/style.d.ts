// Style sheets are bundled; there is nothing in them for code.
declare module "*.css";
