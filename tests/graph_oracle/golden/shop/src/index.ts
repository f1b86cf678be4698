export { Stock, total as sum } from "./stock";
export * from "./items";
export { default as open } from "./open";
