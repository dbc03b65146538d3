import { frameHosts } from '#platform/contract/text-limits.ts';

/** A player's frame, built from a parsed address: nothing of the outside is fetched for it. */
export interface Player {
  readonly name: string;
  /** Address of the frame; its host is one of `frameHosts` (features/forum/contract/limits.ts). */
  readonly src: string;
}

const youtubeId = /^[\w-]{11}$/;
const spotifyPath = /^\/(?:intl-[a-z]+\/)?(track|album|playlist|artist|episode|show)\/([A-Za-z0-9]{22})$/;
const soundcloudPath = /^\/[\w-]{1,100}\/(?:sets\/)?[\w-]{1,200}$/;

/** The player of a known address, or null. */
export function playerOf(address: string): Player | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const host = url.hostname.replace(/^(www|m)\./, '');
  if (host === 'youtube.com' || host === 'youtu.be' || host === 'music.youtube.com') return youtube(url, host);
  if (host === 'vimeo.com') {
    // An unlisted video has a key behind its number.
    const match = /^\/(\d{6,12})(?:\/([\da-f]{8,12}))?$/.exec(url.pathname);
    const key = match?.[2] === undefined ? '' : `&h=${match[2]}`;
    return match ? { name: 'Vimeo', src: `https://${frameHosts.vimeo}/video/${match[1]}?dnt=1${key}` } : null;
  }
  if (host === 'open.spotify.com') {
    const match = spotifyPath.exec(url.pathname);
    return match ? { name: 'Spotify', src: `https://${frameHosts.spotify}/embed/${match[1]}/${match[2]}` } : null;
  }
  if (host === 'soundcloud.com' && soundcloudPath.test(url.pathname)) {
    return {
      name: 'SoundCloud',
      src: `https://${frameHosts.soundcloud}/player/?url=${encodeURIComponent(`https://soundcloud.com${url.pathname}`)}`,
    };
  }
  return null;
}

function youtube(url: URL, host: string): Player | null {
  const id =
    host === 'youtu.be'
      ? url.pathname.slice(1)
      : url.pathname === '/watch'
        ? url.searchParams.get('v')
        : /^\/(?:shorts|live|embed)\/([\w-]{11})$/.exec(url.pathname)?.[1];
  if (id === null || id === undefined || !youtubeId.test(id)) return null;
  const start = secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '');
  return { name: 'YouTube', src: `https://${frameHosts.youtube}/embed/${id}${start > 0 ? `?start=${start}` : ''}` };
}

/** Seconds of `90`, `90s` or `1h2m3s`; 0 for anything else. */
function secondsOf(time: string): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(time);
  return match ? Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0) : 0;
}
