import type { SetEntry } from '#features/sets/contract/endpoints.ts';
import { cleanName } from '#content/media/server/rules.ts';
import type { Context } from '#platform/server/context.ts';
import type { ExportedText } from '#platform/server/content-kind.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { readEntries } from './entries.ts';
import { ownSets } from './store.ts';

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** An entry as lines of a playlist: a file of the export, or in words what is none of them. */
function linesOf(ctx: Context, entry: SetEntry, files: ReadonlyMap<string, string>): string[] {
  const { title, by, path, url, sound } = entry;
  const name = oneLine(`${by} - ${title ?? 'Gone'}`);
  const file = sound && files.get(sound.fileId);
  if (file) return [`#EXTINF:${Math.round((sound.durationMs ?? -1000) / 1000)},${name}`, `../${file}`];
  const address = path === null ? (url ?? '') : ctx.siteUrl + path;
  return [`# Not among these files: ${oneLine(`${name} ${address}`)}`];
}

/** The sets of an export's owner as playlists of its files (extended M3U in UTF-8), each in its order. */
export async function playlistsFor(
  ctx: Context,
  reader: Viewer,
  files: ReadonlyMap<string, string>,
): Promise<ExportedText[]> {
  const texts: ExportedText[] = [];
  for (const [index, { id, title, is_adult: isAdult }] of (await ownSets(ctx.db, reader.profileId)).entries()) {
    const lines = ['#EXTM3U', `#PLAYLIST:${oneLine(title)}`];
    for (let after: string | null | undefined; after !== null;) {
      const set = { id, authorId: reader.profileId, isAdult, token: null };
      const page = await readEntries(ctx, reader, set, after);
      lines.push(...page.items.flatMap((entry) => linesOf(ctx, entry, files)));
      after = page.next;
    }
    const place = String(index + 1).padStart(4, '0');
    texts.push({
      path: `playlists/${place} ${cleanName(title.replaceAll(/[/\\]/g, '-'))}.m3u8`,
      content: `${lines.join('\n')}\n`,
    });
  }
  return texts;
}
