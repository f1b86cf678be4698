import { Colour, make, Stock, sum } from "./index";
import type { Item } from "./index";

const colours: Record<string, Colour> = { red: Colour.Red };

export default function open(name: string): Stock {
  const stock = new Stock<Item>();
  stock.add(make(name)).add(make(name, 2));
  if (sum(stock) > 1 && stock.last) {
    stock.last.colour = colours[name];
    stock.last.label = { text: name };
  }
  return stock;
}
