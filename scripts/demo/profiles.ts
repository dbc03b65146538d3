import type { Input } from '#site/contract/contract.ts';
import type { ProfileSectionName } from '#features/customization/contract/endpoints.ts';
import type { ProfileFont } from '#people/profiles/contract/appearance-limits.ts';
import { grantEntitlement } from '#people/ledger/server/actions.ts';
import type { Action, DemoSite } from './demo-site.ts';
import { readData } from './parse.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';
import { DAY, whenAwake } from './rhythm.ts';
import type { Order } from './studio/studio.ts';

type Section<K extends ProfileSectionName> = Input<`PUT /profile-settings/${K}`>['body'];

/** The appearance of a member's page; its text is the description. Most have an avatar and a banner; some have more. */
interface Page {
  readonly by: string;
  readonly text: string;
  /** What the avatar shows, the banner, and whether hills stand behind the page and a sound plays. */
  readonly mark: string;
  readonly scene: string;
  readonly background?: true;
  readonly sound?: true;
  /** Colours of the drawings: ground, and two to draw with. */
  readonly colours: string;
  /** Primary, secondary, background, accent, and the text's where it has one. */
  readonly theme?: string;
  /** Colour and intensity. */
  readonly glow?: string;
  readonly font?: ProfileFont;
  readonly nameEffect?: Section<'premium'>['nameEffect'];
  readonly decorations?: string;
  readonly layouts?: readonly Partial<Section<'layout'>>[];
  readonly links?: readonly { readonly url: string; readonly text: string }[];
}

const layout = ['backgroundEffect', 'cursorEffect', 'profileOpacity', 'profileBlur', 'audioVisualizer!'] as const;
const pages = readData<Page>('texts/pages.txt', {
  '=== page': 'by mark colours scene background! sound! theme glow font nameEffect decorations',
  '--- layout': layout.join(' '),
  '--- link': 'url',
});

/** The files of a page: pictures, and a soft chord. */
function ordersOf({ by, mark, scene, colours, background, sound }: Page): Record<string, Order | null> {
  const [ground = '', one = '', other = ''] = colours.split(' ');
  const draw = (drawing: string, width: number, height: number): Order => ({
    drawing,
    width,
    height,
    colours: { ground, one, other },
    seed: by,
  });
  const chord = { style: 'ambient', bpm: 60, key: 'C', chords: '1', plan: '2:p', level: 0.6, seed: by };
  return {
    avatar: draw(`avatar-${mark}`, 256, 256),
    banner: draw(`banner-${scene}`, 1500, 380),
    image: background ? draw('background', 1600, 1000) : null,
    audio: sound ? { song: chord, title: 'Waiting for the last bus', artist: by, cover: null } : null,
  };
}

/** Files first, as people do; what asks for an upgrade is theirs already. */
async function dress(demo: DemoSite, page: Page, orders: Readonly<Record<string, Order | null>>): Promise<void> {
  const { ctx } = demo;
  const { by, theme, glow, font, nameEffect, decorations, layouts, links, text } = page;
  const avatar = await demo.send(by, orders['avatar']!, 'me.png', 'avatar');
  await demo.call('PUT /profile-settings/avatar', { body: { fileId: avatar } }, by);
  const banner = await demo.send(by, orders['banner']!, 'banner.png', 'profile_banner');
  await demo.call('PUT /profile-settings/banner', { body: { fileId: banner } }, by);
  const backgrounds = { image: 'behind.png', audio: 'Waiting for the last bus.wav' } as const;
  for (const kind of ['image', 'audio'] as const) {
    const order = orders[kind];
    if (!order) continue;
    const fileId = await demo.send(by, order, backgrounds[kind], 'background');
    await demo.call('PUT /profile-settings/backgrounds/:kind', { params: { kind }, body: { fileId } }, by);
  }
  const { profileId } = demo.viewers.get(by)!;
  if (glow) await ctx.db.tx((tx) => grantEntitlement(ctx, tx, profileId, 'name_glow', 'demo', null));
  if (nameEffect) await ctx.db.tx((tx) => grantEntitlement(ctx, tx, profileId, 'animated_text', 'demo', null));
  const now = await demo.call('GET /profile-settings', {}, by);
  if (theme ?? glow) {
    const [primary = '', secondary = '', background = '', accent = '', colour = null] = theme?.split(' ') ?? [];
    const [color = '', intensity] = glow?.split(' ') ?? [];
    const body = {
      ...now.colors,
      theme: theme ? { primary, secondary, background, accent, text: colour } : null,
      glow: glow ? { isOn: true, color, intensity: Number(intensity) } : now.colors.glow,
    };
    await demo.call('PUT /profile-settings/colors', { body }, by);
  }
  if (font) await demo.call('PUT /profile-settings/font', { body: { ...now.font, font } }, by);
  if (layouts) {
    const given = Object.entries(layouts[0]!).filter(([key]) => layout.some((one) => one.startsWith(key)));
    await demo.call('PUT /profile-settings/layout', { body: { ...now.layout, ...Object.fromEntries(given) } }, by);
  }
  if (nameEffect) await demo.call('PUT /profile-settings/premium', { body: { ...now.premium, nameEffect } }, by);
  if (text) await demo.call('PUT /profile-settings/profile', { body: { ...now.profile, description: text } }, by);
  if (links) {
    const all = links.map(({ text: title, url }) => ({ title, url, isActive: true }));
    await demo.call('PUT /profile-settings/links', { body: { ...now.links, links: all } }, by);
  }
  if (decorations) {
    const worn = now.allDecorations.filter(({ key }) => decorations.split(' ').includes(key));
    const body = { ...now.decorations, decorationIds: worn.map(({ id }) => id) };
    await demo.call('PUT /profile-settings/decorations', { body }, by);
  }
}

/** Some members make their pages their own, days after they joined. @param most how many do, at most */
export function profileAppearances(random: Random, { joined, now }: Plan, most = Infinity): Action[] {
  const present = pages.filter(({ by }) => joined.has(by)).slice(0, most);
  return present.map((page) => {
    const since = joined.get(page.by)!;
    const at = whenAwake(random, Math.min(now - DAY, since + random.between(0.1, 9) * DAY));
    const orders = ordersOf(page);
    const needs = Object.values(orders).filter((order) => order !== null);
    return { at: Math.max(at, since + 1), needs, run: (demo) => dress(demo, page, orders) };
  });
}
