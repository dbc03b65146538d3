/** The head of a sound file of 16 bits, mono. @param bytes of its samples */
function headOf(bytes: number, rate: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(bytes + 36, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
}

/**
 * A sound file of exactly so many bytes: 16 bits, mono, 44.1 kHz, a quiet saw. Different for each length.
 * @param bytes at least 46, even
 */
export function wavOf(bytes: number): Buffer {
  const samples = Buffer.alloc(bytes - 44);
  for (let at = 0; at + 1 < samples.length; at += 2) samples.writeInt16LE(((at * 7 + (at >> 9)) % 8000) - 4000, at);
  return Buffer.concat([headOf(samples.length, 44_100), samples]);
}

/** A sound file of these samples, -1 to 1: 16 bits, mono. */
export function wavOfSamples(samples: Float32Array, rate: number): Buffer {
  const body = Buffer.alloc(samples.length * 2);
  for (const [at, sample] of samples.entries())
    body.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), at * 2);
  return Buffer.concat([headOf(body.length, rate), body]);
}
