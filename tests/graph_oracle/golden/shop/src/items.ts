export interface Named {
  readonly name: string;
}

export interface Item extends Named {
  price: number;
  describe(): string;
}

export type Label = { text: string; colour?: Colour } | { image: string };

export enum Colour {
  Red,
  Green = 2,
}

export const LIMIT = 10;
export let created = 0;

export function make(name: string): Item;
export function make(name: string, price: number): Item;
export function make(name: string, price = 0): Item {
  created = created + 1;
  return new Article(name, price);
}

abstract class Thing implements Named {
  protected constructor(readonly name: string) {}

  abstract describe(): string;

  get initial(): string {
    return this.name.slice(0, 1);
  }
}

export class Article extends Thing implements Item {
  static count = 0;
  colour: Colour = Colour.Red;
  #secret = 1;

  constructor(name: string, public price: number) {
    super(name);
    Article.count += 1;
  }

  describe(): string {
    return `${this.initial} ${this.name}: ${this.#secret}`;
  }

  set label(value: Label) {
    this.colour = "colour" in value && value.colour ? value.colour : Colour.Green;
  }
}
