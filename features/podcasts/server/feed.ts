import { trackTitle } from '#content/media/contract/track-facts.ts';
import type { Context } from '#platform/server/context.ts';
import { userById } from '#people/accounts/server/store.ts';
import { escapeXml } from '#platform/server/http/xml.ts';
import { coverArtwork } from './artwork.ts';
import { duration, enclosureTypes, firstBytes, licenceOf, podcastGuid } from './rules.ts';
import { type EpisodeRow, type OwnerRow, chosenBy, episodesOf } from './store.ts';

/** Bytes of a description that Apple takes. */
const DESCRIPTION_BYTES = 4000;

/** Address of a member's feed, which stays when their username changes. */
export const feedUrlOf = (ctx: Context, profileId: string): string => `${ctx.siteUrl}/podcasts/${profileId}/feed.xml`;

/** `<name>text</name>`, or nothing where there is no text. @param attributes by name */
function tag(name: string, text: string | null, attributes: Readonly<Record<string, string>> = {}): string {
  if (text === null) return '';
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${all.join('')}`;
  return text === '' ? `${start}/>` : `${start}>${escapeXml(text)}</${name}>`;
}

/** Address of the picture of a track. */
const episodeArtworkUrl = (ctx: Context, owner: OwnerRow, trackId: string, cover: string): string =>
  `${ctx.siteUrl}/podcasts/${owner.id}/${trackId}-${coverArtwork(ctx, cover).version}.jpg`;

function item(ctx: Context, owner: OwnerRow, row: EpisodeRow): string {
  const page = `${ctx.siteUrl}/uploads/${row.upload_id}`;
  const licence = licenceOf(row.licence);
  const title = trackTitle({ title: row.upload_title }, { name: row.file_name, tags: row.file_tags }, row.has_several);
  const enclosure = {
    url: `${ctx.siteUrl}/files/${row.key}`,
    length: String(row.bytes),
    type: enclosureTypes[row.content_type]!,
  };
  return `<item>${[
    tag('title', title),
    tag('link', page),
    tag('guid', `urn:uuid:${row.track_id}`, { isPermaLink: 'false' }),
    tag('pubDate', row.created_at.toUTCString()),
    tag('description', firstBytes(row.summary, DESCRIPTION_BYTES) || title),
    tag('enclosure', '', enclosure),
    tag('itunes:title', title),
    // Without one, programs show that of the podcast.
    row.cover === null ? '' : tag('itunes:image', '', { href: episodeArtworkUrl(ctx, owner, row.track_id, row.cover) }),
    tag('itunes:duration', row.duration_ms === null ? null : duration(row.duration_ms)),
    tag('itunes:author', owner.display_name),
    tag('itunes:explicit', 'false'),
    tag('itunes:episodeType', 'full'),
    // A licence without an explanation of its own stands on the page of the track.
    tag('podcast:license', licence.name, { url: licence.url ?? page }),
  ].join('')}</item>`;
}

/**
 * A member's podcast: RSS 2.0 with the tags of Apple (https://podcasters.apple.com/support/823-podcast-requirements) and of
 * the podcast namespace (https://podcasting2.org). @param artworkUrl of its square picture
 */
export async function podcastFeed(ctx: Context, owner: OwnerRow, artworkUrl: string): Promise<string> {
  const rows = await episodesOf(ctx.db, owner.id, chosenBy(owner));
  const user = owner.shows_mail ? await userById(ctx.db, owner.user_id) : null;
  const mail = user?.emailVerified ? user.email : null;
  const { display_name: name } = owner;
  const page = `${ctx.siteUrl}/profile/${owner.username}`;
  const feedUrl = feedUrlOf(ctx, owner.id);
  const changed = Math.max(owner.changed_at.getTime(), ...rows.map((row) => row.changed_at.getTime()));
  const about = firstBytes(owner.bio, DESCRIPTION_BYTES) || `Tracks by ${name} on ${ctx.config.siteName}.`;
  const channel = [
    tag('title', name),
    tag('link', page),
    tag('language', 'en'),
    tag('description', about),
    tag('lastBuildDate', new Date(changed).toUTCString()),
    tag('generator', 'Looproom'),
    tag('atom:link', '', { href: feedUrl, rel: 'self', type: 'application/rss+xml' }),
    `<image>${tag('url', artworkUrl)}${tag('title', name)}${tag('link', page)}</image>`,
    tag('itunes:image', '', { href: artworkUrl }),
    tag('itunes:author', name),
    mail === null ? '' : `<itunes:owner>${tag('itunes:name', name)}${tag('itunes:email', mail)}</itunes:owner>`,
    tag('itunes:category', '', { text: 'Music' }),
    tag('itunes:explicit', 'false'),
    tag('itunes:type', 'episodic'),
    tag('podcast:guid', podcastGuid(feedUrl)),
    tag('podcast:locked', 'yes', mail === null ? {} : { owner: mail }),
    tag('podcast:medium', 'music'),
    tag('podcast:funding', `Tip ${name} on ${ctx.config.siteName}`.slice(0, 128), { url: page }),
    ...rows.map((row) => item(ctx, owner, row)),
  ];
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>${channel.join('')}</channel></rss>`;
}
