import type { Reply } from '#site/contract/contract.ts';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { previewOf } from '#content/media/web/pictures.ts';
import { type HeadSite, closedHead, drawnPicture, pageHead } from '#platform/web/lib/page/page-head.ts';
import { type ListFilter, itemAddress, listAddress } from './filter.ts';

/** Titles and descriptions of the lists: of each page's first script, so that they are not with the other words. */
const lists: Readonly<Record<SharingKind, readonly [title: string, description: string]>> = {
  song: ['Songs', 'Songs that members share, from SoundCloud, Spotify, YouTube, Bandcamp and this site.'],
  drumkit: ['Drumkits', 'Drums and one-shots that members have made and share.'],
  editing_pack: ['Editing Packs', 'Presets, transitions, overlays, effects and templates of members.'],
  leak: ['Leaks', 'Unreleased work, shared by those who made it.'],
  self_promotion_post: ['Self Promotion', 'What members want you to see, hear and join.'],
  set: ['Sets', 'Playlists and albums that members have put together.'],
};

/** Head of a list. What a search found is not for search engines. */
export function listHead(site: HeadSite, kind: SharingKind, filter: ListFilter) {
  const [name, description] = lists[kind];
  const type = sharingTypes[kind].types?.find(({ key }) => key === filter.type)?.label;
  const title = [filter.tag && `#${filter.tag}`, type, name].filter(Boolean).join(' · ');
  return pageHead(site, {
    path: listAddress(kind, { ...filter, search: '' }),
    title,
    description,
    isUnlisted: filter.search !== '',
    links: [{ rel: 'alternate', type: 'application/atom+xml', href: `${sharingTypes[kind].path}.atom`, title: name }],
  });
}

/** The fields of an item that the head needs, as small loader data. */
export type ItemFacts = ReturnType<typeof itemFacts>;

function soundOf(item: SharedItem): string {
  if (item.set) return String(item.set.entryCount);
  return item.sound?.wave ? item.sound.trackId : '';
}

/** The picture of a shared link: its own, else the largest of the cover of a set; null without one. */
function pictureOf({ kind, preview, cover }: SharedItem) {
  const found = kind === 'set' ? cover.at(-1) : undefined;
  if (preview || !found) return preview && previewOf(preview);
  const [width = 0, height = 0] = found.sizes.split('x').map(Number);
  return { url: found.src, width, height };
}

/** Picks the fields of an item that its head needs. */
export function itemFacts(item: SharedItem) {
  return {
    id: item.id,
    kind: item.kind,
    title: item.artist ? `${item.artist} – ${item.title}` : item.title,
    summary: item.summary,
    authorName: item.author.displayName,
    isOpen: item.visibility === 'published' && !item.isAdult,
    isAdult: item.isAdult,
    preview: pictureOf(item),
    /** The sound whose waveform its drawn picture shows. */
    sound: soundOf(item),
  };
}

/** Head of a thing. It has nothing of one that is 18+, held, pending or removed. @param facts null for what is 18+ */
export function itemHead(site: HeadSite, facts: ItemFacts | null) {
  if (!facts) return closedHead(site, '18+');
  const path = itemAddress(facts.kind, facts.id);
  if (!facts.isOpen) return closedHead(site, facts.isAdult ? '18+' : facts.title, path);
  const href = `${site.url}/oembed?url=${encodeURIComponent(site.url + path)}`;
  return pageHead(site, {
    path,
    title: facts.title,
    description: facts.summary === '' ? `Shared by ${facts.authorName} on ${site.name}.` : facts.summary,
    author: facts.authorName,
    type: facts.kind === 'song' ? 'music.song' : 'article',
    picture: facts.preview ?? drawnPicture(facts.kind, facts.id, [facts.title, facts.authorName, facts.sound]),
    ...(facts.kind === 'set' && { links: [{ rel: 'alternate', type: 'application/json+oembed', href }] }),
  });
}

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Head of an album that counts down: what its page says of it. Search engines wait for the album. */
export function countdownHead(site: HeadSite, id: string, album: Reply<'GET /sets/:itemId/countdown'>) {
  const { title, author, releaseAt } = album;
  return pageHead(site, {
    path: itemAddress('set', id),
    title,
    description: `An album by ${author.displayName}. It opens on ${inUtc.format(new Date(releaseAt))}.`,
    author: author.displayName,
    picture: drawnPicture('set', id, [title, author.displayName, releaseAt]),
    isUnlisted: true,
  });
}
