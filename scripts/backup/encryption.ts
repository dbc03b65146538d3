import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { ArchiveError, NotReadable } from './manifest.ts';

/** First bytes of a file in the format of age: https://age-encryption.org/v1 */
const MAGIC = Buffer.from('age-encryption.org/v1\n');
/** What a private key of age looks like. */
const identityShape = /^AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,4000}$/;

/** The private keys in a file that `age-keygen` has made: a line each, with comments. @param text its content */
export const identitiesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => identityShape.test(line));

const ofWeb = (stream: globalThis.ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>);
const toWeb = (stream: Readable): globalThis.ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;

/** Encrypts a stream for one or more public keys, each of whose private keys opens it. */
export async function encrypt(source: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return ofWeb(await encrypter.encrypt(toWeb(source)));
}

/** The first bytes of a stream, which stay in it. */
async function firstBytes(source: Readable): Promise<Buffer> {
  if (source.readableLength === 0 && !source.readableEnded) await once(source, 'readable');
  const chunk = source.read() as Buffer | null;
  if (chunk === null) return Buffer.alloc(0);
  source.unshift(chunk);
  return chunk.subarray(0, MAGIC.length);
}

/** What the library says of a damaged content. Failures of the disk or the store are theirs. */
async function* inOurWords(name: string, content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error || error.name.startsWith('Storage')) throw error;
    throw new ArchiveError(`${name} is damaged. Copy it again, or use another backup.`);
  }
}

/**
 * What an archive holds, decrypted where it is encrypted.
 * @param name of the archive, for messages @param identities private keys of age
 * @throws {NotReadable} where no private key was named, or none of them opens it
 */
export async function decrypt(name: string, source: Readable, identities: readonly string[]): Promise<Readable> {
  if (!(await firstBytes(source)).equals(MAGIC)) return source;
  const refuse = (sentence: string): never => {
    source.destroy();
    throw new NotReadable(sentence);
  };
  if (identities.length === 0)
    return refuse(`${name} is encrypted. Name the file with its private key: --identity FILE, or BACKUP_IDENTITY.`);
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return Readable.from(inOurWords(name, ofWeb(await decrypter.decrypt(toWeb(source)))), { objectMode: false });
  } catch {
    return refuse(
      `${name} is encrypted for another key, or its beginning is damaged. Use the private key that opens it.`,
    );
  }
}
