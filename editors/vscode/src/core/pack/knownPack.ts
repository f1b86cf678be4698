// Using a pack by its id, where the server may have forgotten it: one that was restarted knows none.

import { reasonOf } from "../complaint";

/** Whether a request failed because the server does not know the pack. */
export function isUnknownPack(error: unknown): boolean {
  return reasonOf(error) === "unknownPack";
}

/**
 * Uses a pack; where the server does not know it, has the same question asked again and uses the pack that comes.
 * Equal packs have equal ids, so that it is the pack on show unless the code has changed.
 */
export async function useKnown<Answer>(
  packId: string,
  use: (packId: string) => Promise<Answer>,
  again: () => Promise<string>,
): Promise<Answer> {
  try {
    return await use(packId);
  } catch (error) {
    if (!isUnknownPack(error)) throw error;
  }
  return use(await again());
}
