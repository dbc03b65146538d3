import { type SharingKind, sharingTypes } from '#contract/limits/sharing.ts';
import type { SharedItem } from '#contract/sharing.ts';
import { previewOf } from '#web/features/media/pictures.ts';
import { type ListFilter, itemAddress, listAddress } from './filter.ts';

/** What a page's head needs of the site. */
interface Site {
  readonly name: string;
  readonly url: string;
}

const noindex = { name: 'robots', content: 'noindex' };

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
export function listHead(site: Site, kind: SharingKind, filter: ListFilter) {
  const [name, description] = lists[kind];
  const type = sharingTypes[kind].types?.find(({ key }) => key === filter.type)?.label;
  const title = [filter.tag && `#${filter.tag}`, type, name].filter(Boolean).join(' · ');
  const url = site.url + listAddress(kind, { ...filter, search: '' });
  return {
    meta: [
      { title: `${title} · ${site.name}` },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:url', content: url },
      { name: 'twitter:card', content: 'summary' },
      ...(filter.search === '' ? [] : [noindex]),
    ],
    links: [{ rel: 'canonical', href: url }],
  };
}

/** What the head needs of a thing: loader data, kept small. */
export type ItemFacts = ReturnType<typeof itemFacts>;

/** Takes from a thing what its head needs. */
export function itemFacts(item: SharedItem) {
  return {
    id: item.id,
    kind: item.kind,
    title: item.artist ? `${item.artist} – ${item.title}` : item.title,
    summary: item.summary,
    authorName: item.author.displayName,
    isOpen: item.visibility === 'published' && !item.isAdult,
    isAdult: item.isAdult,
    preview: item.preview && previewOf(item.preview),
  };
}

/** Head of a thing. It has nothing of one that is 18+, held, pending or removed. @param facts null for what is 18+ */
export function itemHead(site: Site, facts: ItemFacts | null) {
  if (!facts) return { meta: [{ title: `18+ · ${site.name}` }, noindex] };
  const url = site.url + itemAddress(facts.kind, facts.id);
  if (!facts.isOpen)
    return {
      meta: [{ title: `${facts.isAdult ? '18+' : facts.title} · ${site.name}` }, noindex],
      links: [{ rel: 'canonical', href: url }],
    };
  const description = facts.summary === '' ? `Shared by ${facts.authorName} on ${site.name}.` : facts.summary;
  const { preview } = facts;
  return {
    meta: [
      { title: `${facts.title} · ${site.name}` },
      { name: 'description', content: description },
      { name: 'author', content: facts.authorName },
      { property: 'og:title', content: facts.title },
      { property: 'og:description', content: description },
      { property: 'og:type', content: facts.kind === 'song' ? 'music.song' : 'article' },
      { property: 'og:url', content: url },
      ...(preview
        ? [
            { property: 'og:image', content: site.url + preview.url },
            { property: 'og:image:width', content: String(preview.width) },
            { property: 'og:image:height', content: String(preview.height) },
          ]
        : []),
      { name: 'twitter:card', content: preview ? 'summary_large_image' : 'summary' },
    ],
    links: [
      { rel: 'canonical', href: url },
      ...(facts.kind === 'set'
        ? [
            {
              rel: 'alternate',
              type: 'application/json+oembed',
              href: `${site.url}/oembed?url=${encodeURIComponent(url)}`,
            },
          ]
        : []),
    ],
  };
}
