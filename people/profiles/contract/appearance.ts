import { z } from 'zod';
import {
  backgroundEffects,
  cursorEffects,
  customization as limits,
  linkIcons,
  nameEffects,
  profileFonts,
} from './appearance-limits.ts';
import { profile } from './endpoints.ts';
import { badge, id, person, timestamp } from '#platform/contract/shapes.ts';

/** A colour as `#rrggbb`: nothing else gets into a style. */
export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Enter a color as #rrggbb.')
  .transform((value) => value.toLowerCase());

/** An avatar decoration that staff made active; `key` names the drawing (`people/profiles/web/appearance/decorations`). */
export const decoration = z.object({ id, key: z.string(), name: z.string() });
export type Decoration = z.infer<typeof decoration>;

/** `icon` names a known place that the address leads to (`linkIcons` of `appearance-limits.ts`). */
export const profileLink = z.object({ id, title: z.string(), url: z.string(), icon: z.enum(linkIcons).nullable() });
export type ProfileLink = z.infer<typeof profileLink>;

/** Colours of a profile as the member chose them; pages adjust text where it would be unreadable. */
export const profileTheme = z.object({
  primary: color,
  secondary: color,
  background: color,
  accent: color,
  /** Null: black or white, whichever reads better on the background. */
  text: color.nullable(),
});
export type ProfileTheme = z.infer<typeof profileTheme>;

/** A number within limits, both ends included. */
export const between = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);

/** Everything that a profile page draws beside the facts. */
export const profileAppearance = z.object({
  /** Null: the member has chosen no colours, and the page keeps the site's own. */
  theme: profileTheme.nullable(),
  /** Null: the site's own faces. */
  font: z.enum(profileFonts).nullable(),
  backgroundImage: z.object({ url: z.string(), placeholder: z.string().nullable() }).nullable(),
  backgroundVideo: z.object({ url: z.string(), posterUrl: z.string().nullable() }).nullable(),
  /** Never starts by itself. */
  backgroundAudio: z.object({ url: z.string(), title: z.string() }).nullable(),
  backgroundOpacity: between(limits.backgroundOpacity),
  profileOpacity: between(limits.profileOpacity),
  profileBlur: between(limits.profileBlur),
  /** Address of a small picture of at most 64 x 64 pixels. */
  cursorUrl: z.string().nullable(),
  cursorEffect: z.enum(cursorEffects),
  backgroundEffect: z.enum(backgroundEffects),
  audioVisualizer: z.boolean(),
  nameEffect: z.enum(nameEffects),
});
export type ProfileAppearance = z.infer<typeof profileAppearance>;

/** The profile page. What its owner shows to members only, or to nobody, is null or empty for others. */
export const profilePage = profile.extend({
  bannerUrl: z.string().nullable(),
  /** What the banner shows, in its owner's words; empty where they said nothing. */
  bannerAlt: z.string(),
  /** The second, longer text; plain, with line breaks. */
  description: z.string(),
  /** What they make, in tags of the site. */
  makes: z.array(z.string()),
  appearance: profileAppearance,
  decorations: z.array(decoration),
  /** In their order. Empty where the owner does not show connections. */
  links: z.array(profileLink),
  /** False: links and friends are not shown to this viewer. */
  showsConnections: z.boolean(),
  showsActivity: z.boolean(),
  /** They have published sets that this viewer may see. */
  hasSets: z.boolean(),
  /** Tabs of sections that this site does not show; absent for none. */
  leftOut: z.array(z.enum(['uploads', 'tracks', 'images'])).optional(),
  statistics: z.object({ posts: z.number(), replies: z.number(), uploads: z.number(), plays: z.number() }),
  /** Address of the chat-server status picture; null where unset, or not shown to this viewer. */
  statusUrl: z.string().nullable(),
});
export type ProfilePage = z.infer<typeof profilePage>;

/** What the hover card of a name shows: under 2 KB. */
export const profileCard = person.extend({
  rank: badge,
  bannerUrl: z.string().nullable(),
  /** Its beginning: the card shows two lines. */
  bio: z.string(),
  xp: z.number(),
  joinedAt: timestamp,
  decorations: z.array(decoration),
  nameEffect: z.enum(nameEffects),
});
export type ProfileCard = z.infer<typeof profileCard>;

/** One line of a member's activity. */
export const activityLine = z.object({
  id,
  kind: z.enum(['friendship', 'post', 'upload', 'rank', 'gallery', 'party']),
  /** What happened, as a sentence without the member's name: 'became friends with Mina'. */
  text: z.string(),
  /** Path of what it is about; null where that is gone. */
  path: z.string().nullable(),
  at: timestamp,
});
export type ActivityLine = z.infer<typeof activityLine>;
