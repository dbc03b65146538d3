import { createHash } from 'node:crypto';
import { type Licence, licences } from '#content/media/contract/limits.ts';

/** Namespace of the identities of podcasts (https://podcasting2.org/docs/podcast-namespace/tags/guid). */
const NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');

/** The identity of a podcast: a UUIDv5 of the address of its feed, without scheme and slashes at the end. */
export function podcastGuid(feedUrl: string): string {
  const name = feedUrl.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '');
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Seconds as podcasts write them: `1:02:09`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** A licence as podcasts name it: its SPDX identifier in small letters, and where it is explained. */
export function licenceOf(key: Licence): { readonly name: string; readonly url: string | null } {
  const { label, url } = licences.find((licence) => licence.key === key)!;
  return { name: label.toLowerCase().replaceAll(' ', '-'), url };
}

/** The formats of Apple Podcasts that sounds have here, and how it names them. */
export const enclosureTypes: Readonly<Record<string, string>> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/mp4': 'audio/x-m4a',
};

/** The first bytes of a text, whole characters. */
export function firstBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= max) return text;
  const end = new TextDecoder().decode(bytes.subarray(0, max), { stream: true });
  return end.trimEnd();
}
