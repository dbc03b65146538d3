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

/** A sound file of these samples, -1 to 1: 16 bits, mono. */
export function wavOfSamples(samples: Float32Array, rate: number): Buffer {
  const wav = Buffer.alloc(44 + samples.length * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  for (const [value, at] of [
    [16, 16],
    [rate, 24],
    [rate * 2, 28],
  ] as const)
    wav.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    wav.writeUInt16LE(value, at);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries())
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + at * 2);
  return wav;
}
