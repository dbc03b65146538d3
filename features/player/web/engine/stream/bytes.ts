/** Bytes at the beginning of a file that are fetched before a press: the index of a usual track, and its first seconds. */
const preparedBytes = 131_072;
/** Tracks whose beginnings are held. */
const preparedMax = 3;

const beginnings = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Fetches a part of a file. @param to behind the last byte @throws where it does not come */
export async function fetchBytes(
  url: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` }, ...(signal && { signal }) });
  // Whole files are what a server without ranges sends.
  if (answer.status !== 206) throw new Error(`status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Fetches the beginning of a file ahead; that of the same file is fetched once. */
export function prepare(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const cached = beginnings.get(url);
  if (cached) return cached;
  const coming = fetchBytes(url, 0, preparedBytes);
  beginnings.set(url, coming);
  if (beginnings.size > preparedMax) beginnings.delete([...beginnings.keys()][0]!);
  coming.catch(() => beginnings.delete(url));
  return coming;
}
