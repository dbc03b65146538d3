/** How many `--avatar-*` colours tokens.css holds. */
export const avatarHues = 10;

/** The colour of a member without a picture: FNV-1a over the id, the same on server and browser. */
export function avatarHue(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193) >>> 0;
  }
  return ((hash ^ (hash >>> 16)) >>> 0) % avatarHues;
}
