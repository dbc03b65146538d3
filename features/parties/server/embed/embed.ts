import type { Party, Stage } from '#features/parties/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { frameHeights } from '#features/embeds/contract/limits.ts';
import { type Frame, coverBox, frameData, frameStyle } from '#features/embeds/server/actions.ts';
import type { Embeddable } from '#features/embeds/server/events.ts';
import { barsOf } from '#features/embeds/server/rules.ts';
import { escapeHtml } from '#platform/server/mail/render.ts';
import { frameScript, partyStyle } from './embed-script.ts';
import { publicParty } from '#features/parties/server/public.ts';
import { positionAt } from '#features/parties/server/rules.ts';
import { readStage } from '#features/parties/server/stage/stage.ts';

/** What the frame's script draws. */
export interface PartyFacts {
  readonly state: Party['state'];
  /** Timestamp of an announced beginning. */
  readonly startsAt: string | null;
  readonly people: number;
  readonly item: {
    readonly title: string;
    readonly by: string;
    /** Address of its cover; null without one. */
    readonly cover: string | null;
    readonly durationMs: number;
    readonly bars: string;
  } | null;
  readonly isPlaying: boolean;
  /** In the track, when this was read. */
  readonly positionMs: number;
}

function factsOf(party: Party, stage: Stage, now: Date): PartyFacts {
  const { item, isPlaying } = stage;
  return {
    state: party.state,
    startsAt: party.state === 'scheduled' ? party.startsAt : null,
    people: party.participantCount,
    item: item && {
      title: item.title,
      by: item.author.displayName,
      cover: item.artwork[0]?.src ?? null,
      durationMs: item.durationMs,
      bars: barsOf(item.file?.wave ?? null),
    },
    isPlaying,
    positionMs: item ? positionAt(stage, now.getTime(), item.durationMs) : 0,
  };
}

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** What a party does, in words, as the script says it too. The time is the reader's own once the script runs. */
function stateText({ state, startsAt, item, isPlaying }: PartyFacts): string {
  if (state === 'ended') return 'This party has ended.';
  if (startsAt !== null)
    return `Begins <time id="starts" datetime="${startsAt}">${inUtc.format(new Date(startsAt))} UTC</time>`;
  return item === null ? 'Nothing plays at the moment.' : isPlaying ? 'Playing now' : 'Paused';
}

/** The stage of a party in a frame: what plays, its waveform, and who listens. No chat. Null where it is not public. */
export async function partyFrame(ctx: Context, id: string): Promise<Frame | null> {
  const party = await publicParty(ctx, id);
  if (!party) return null;
  const facts = factsOf(party, await readStage(ctx, ctx.db, id), ctx.clock.now());
  const url = `${ctx.siteUrl}/listening-party/${id}`;
  const link = (inside: string, name = '') =>
    `<a${name} href="${escapeHtml(url)}" target="_blank" rel="noopener">${inside}</a>`;
  const oembed = `${ctx.siteUrl}/oembed?url=${encodeURIComponent(url)}`;
  const enter = { active: 'Join the party', scheduled: 'See the party', ended: 'Look back' }[facts.state];
  return {
    title: party.name,
    url,
    head: `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}">`,
    style: frameStyle + partyStyle,
    script: frameScript,
    body: `<main><section aria-label="Listening party"><div class="top"><div class="words"><h1>${link(escapeHtml(party.name))}</h1><p>Hosted by ${escapeHtml(party.host.displayName)} · <span id="people">${peopleText(facts.people)}</span></p></div>${link(escapeHtml(ctx.config.siteName), ' class="site"')}</div><div id="stage"><p class="state" id="state">${stateText(facts)}</p><p class="now" id="now"${facts.item ? '' : ' hidden'}>${facts.item ? `<b>${escapeHtml(facts.item.title)}</b> ${escapeHtml(facts.item.by)}` : ''}</p><div class="row" id="row"${facts.item ? '' : ' hidden'}>${coverBox(facts.item?.cover ?? undefined, facts.item?.title ?? '', false)}<div class="wave"><svg id="wave" viewBox="0 0 480 48" preserveAspectRatio="none" aria-hidden="true"></svg></div><span id="time"></span></div></div><p>${link(enter, ' class="enter" id="enter"')}</p></section></main>${frameData(facts)}`,
  };
}

const peopleText = (people: number): string => `${people} ${people === 1 ? 'person' : 'people'}`;

/** What oEmbed says of the room at a path. */
export async function partyAt(ctx: Context, path: string): Promise<Embeddable | null> {
  const [, id = ''] = /^\/listening-party\/([0-9a-f-]{36})\/?$/.exec(path) ?? [];
  const party = await publicParty(ctx, id);
  return (
    party && {
      title: party.name,
      by: party.host.displayName,
      framePath: `/embed/party/${id}`,
      height: frameHeights.party,
      artwork: [],
    }
  );
}
