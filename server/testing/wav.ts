/**
 * A sound file of exactly so many bytes: 16 bits, mono, 44.1 kHz, a quiet saw. Different for each length.
 * @param bytes at least 46, even
 */
export function wavOf(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(bytes - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(88_200, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes - 44, 40);
  const samples = Buffer.alloc(bytes - 44);
  for (let at = 0; at + 1 < samples.length; at += 2) samples.writeInt16LE(((at * 7 + (at >> 9)) % 8000) - 4000, at);
  return Buffer.concat([header, samples]);
}
