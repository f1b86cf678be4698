// What the folders of a window are called where several have the same name: as many folders above them as tell them apart.

export interface Folder {
  readonly name: string;
  readonly path: string;
}

/** The names of the folders, in their order. */
export function folderNames(folders: readonly Folder[]): string[] {
  return folders.map(({ name, path }) => {
    const rivals = folders.filter((one) => one.name === name && one.path !== path).map((one) => one.path.split("/"));
    if (!rivals.length) return name;
    const parts = path.split("/");
    const ending = (of: readonly string[], length: number): string => of.slice(-length).join("/");
    let length = 1;
    while (length < parts.length && rivals.some((rival) => ending(rival, length) === ending(parts, length))) length++;
    return ending(parts, length);
  });
}
