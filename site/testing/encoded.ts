/** Text in an encoding of old, by what its decoder makes of every byte and every pair of bytes. */
export function encoded(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  const add = (...bytes: number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if ([...character].length === 1 && character !== '\uFFFD' && !bytesOf.has(character)) bytesOf.set(character, bytes);
  };
  for (let lead = 0; lead < 256; lead++) add(lead);
  for (let lead = 0x81; lead < 255; lead++) for (let trail = 0x30; trail < 255; trail++) add(lead, trail);
  return Buffer.from([...text].flatMap((character) => bytesOf.get(character)!));
}
