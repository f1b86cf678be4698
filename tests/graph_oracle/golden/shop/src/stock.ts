import { Article, LIMIT, make as makeItem } from "./items";
import type { Item, Named } from "./items";
import * as items from "./items";

export class Stock<T extends Item = Item> {
  private readonly held = new Map<string, T>();
  last: Article | undefined;

  add(item: T): this {
    if (this.held.size < LIMIT) {
      this.held.set(item.name, item);
    }
    return this;
  }

  first(): T | undefined {
    return [...this.held.values()][0];
  }

  refill(names: Named[]): void {
    for (const one of names) {
      const item = makeItem(one.name);
      item.describe();
    }
    this.last = new items.Article("last", items.Colour.Green);
    this.last.describe();
  }
}

export const total = (stock: Stock): number => {
  const first = stock.first();
  return first ? first.price : items.created;
};
