import { Readable } from 'node:stream';
import type { Input } from '#contract/contract.ts';
import type { ProfileSectionName, ProfileTheme } from '#contract/customization.ts';
import type { FilePurpose } from '#contract/limits/media.ts';
import type { ProfileFont } from '#contract/limits/customization.ts';
import { grantEntitlement } from '#server/features/ledger/actions.ts';
import { appendToTransfer, startTransfer, finishTransfer } from '#server/features/media/transfers/transfers.ts';
import { transferById } from '#server/features/media/transfers/transfers-store.ts';
import { newId } from '#server/platform/ids.ts';
import type { Plan } from './plan.ts';
import { type Order, type Pictures, drawPages, drawSound } from './studio/profile-drawings.ts';
import type { Random } from './random.ts';
import { DAY, whenAwake } from './rhythm.ts';
import type { Action, DemoSite } from './demo-site.ts';

type Section<K extends ProfileSectionName> = Input<`PUT /profile-settings/${K}`>['body'];

/** The appearance of a member's page. Most have an avatar and a banner; some have more. */
interface Dress extends Order {
  readonly theme?: ProfileTheme;
  readonly font?: ProfileFont;
  readonly layout?: Partial<Section<'layout'>>;
  readonly nameEffect?: Section<'premium'>['nameEffect'];
  readonly glow?: { readonly color: string; readonly intensity: number };
  readonly decorations?: readonly string[];
  readonly links?: readonly (readonly [title: string, url: string])[];
  readonly description?: string;
  readonly sound?: true;
}

const theme = (
  primary: string,
  secondary: string,
  background: string,
  accent: string,
  text: string | null = null,
): ProfileTheme => ({ primary, secondary, background, accent, text });

const dresses: Readonly<Record<string, Dress>> = {
  halfmoon: {
    mark: 'moon',
    palette: ['#0b1226', '#27406f', '#ffd9a0'],
    scene: 'hills',
    theme: theme('#ff9a62', '#7dd3fc', '#0b1226', '#ffd60a', '#e6edff'),
    layout: {
      backgroundEffect: 'stars',
      cursorEffect: 'glow',
      profileOpacity: 0.6,
      profileBlur: 10,
      audioVisualizer: true,
    },
    nameEffect: 'shimmer',
    glow: { color: '#7dd3fc', intensity: 10 },
    decorations: ['headphones', 'stars'],
    links: [
      ['Night Bus, so far', 'https://halfmoon.bandcamp.com/album/night-bus'],
      ['Sets', 'https://soundcloud.com/halfmoon-demo'],
    ],
    description:
      'Night Bus is eleven tracks about the last line home. Seven are done.\n\nIf you have recordings of bus doors, I am your person.',
    background: true,
    sound: true,
  },
  kessler: {
    mark: 'pads',
    palette: ['#151515', '#ff3b2f', '#f5f5f5'],
    scene: 'bars',
    theme: theme('#ff3b2f', '#ff9d3b', '#120606', '#ff3b2f'),
    font: 'RANGERS',
    layout: { cursorEffect: 'fire' },
    decorations: ['flame-ring'],
    links: [['Beats for hire', 'https://kessler.example.org/beats']],
  },
  dunya_wav: {
    mark: 'wave',
    palette: ['#dfe9ec', '#4f8a97', '#1f4a57'],
    scene: 'hills',
    theme: theme('#1f6f7f', '#35607a', '#dbe8ea', '#2f8f83', '#12313a'),
    layout: { backgroundEffect: 'waves', profileOpacity: 0.8 },
    description: 'Rain, mostly.',
  },
  ivo_tapes: {
    mark: 'reels',
    palette: ['#f0e2c6', '#b5532a', '#f7f4ee'],
    scene: 'rings',
    theme: theme('#b5532a', '#7a6a3a', '#efe0c2', '#d08a1d', '#3a2415'),
    font: 'Georgia',
    decorations: ['cassette-halo'],
    links: [['The deck list', 'https://ivo-tapes.example.org/decks']],
  },
  nokturn: {
    mark: 'ring',
    palette: ['#050507', '#6c5cff', '#e8e8ff'],
    scene: 'rings',
    theme: theme('#8f7dff', '#46e0d2', '#060609', '#c6ff4a'),
    layout: { backgroundEffect: 'particles', profileOpacity: 0.7 },
    decorations: ['equaliser'],
  },
  vhsvictor: {
    mark: 'screen',
    palette: ['#1b1033', '#ff4fd8', '#37e5ff'],
    scene: 'bars',
    theme: theme('#ff4fd8', '#37e5ff', '#150b29', '#f9f871'),
    layout: { cursorEffect: 'rainbow' },
    nameEffect: 'wave',
    links: [['Reel', 'https://www.youtube.com/@vhsvictor-demo']],
  },
  moss_agate: {
    mark: 'leaf',
    palette: ['#16241a', '#7fbf6a', '#dfeecb'],
    scene: 'hills',
    theme: theme('#8fd07a', '#d9c27a', '#101b13', '#b7e36a'),
    decorations: ['laurel'],
    description: 'Swamps, moss, one hydrophone and a lot of waiting.',
  },
  saltlake: {
    mark: 'peaks',
    palette: ['#f5d7e3', '#b86b9c', '#ffb45e'],
    scene: 'hills',
    theme: theme('#a1447c', '#6a5fb0', '#f6dbe6', '#e0802f'),
    layout: { profileOpacity: 0.7, profileBlur: 6, cursorEffect: 'sparkle' },
    background: true,
  },
  yuki_dub: {
    mark: 'disc',
    palette: ['#1d5a3c', '#ffcc29', '#e23c2e'],
    scene: 'rings',
    theme: theme('#ffcc29', '#4fd08a', '#0d1b13', '#e8503a'),
    decorations: ['vinyl-ring'],
    links: [['Dubplates', 'https://yuki-dub.example.org/plates']],
  },
  baudrate: {
    mark: 'pads',
    palette: ['#0f1a0f', '#8bd450', '#306230'],
    scene: 'bars',
    theme: theme('#8bd450', '#a8e06a', '#0c150c', '#d7f26b', '#d6f0b8'),
    layout: { backgroundEffect: 'matrix', profileOpacity: 0.8 },
    nameEffect: 'pulse',
    decorations: ['pixel-crown'],
  },
  ada: { mark: 'bars', palette: ['#1a1a1a', '#ff6b35', '#ffd60a'], scene: 'bars', decorations: ['laurel'] },
  milo: {
    mark: 'disc',
    palette: ['#223a4a', '#ff6b35', '#f7f4ee'],
    scene: 'hills',
    decorations: ['headphones'],
    links: [['Loops', 'https://soundcloud.com/milo-demo']],
    description: 'Everything here was checked on the kitchen speaker.',
  },
  marlow: { mark: 'ring', palette: ['#2b1d16', '#e7a15a', '#7fb3c8'], scene: 'rings' },
  jun: { mark: 'bars', palette: ['#e9e4d8', '#2a2a2a', '#d8542b'], scene: 'bars', font: 'Helvetica' },
};

/** Transfers a file as a browser does. @returns its id */
async function send(
  demo: DemoSite,
  username: string,
  content: Buffer,
  name: string,
  purpose: FilePurpose,
): Promise<string> {
  const { ctx } = demo;
  const id = newId(ctx.clock.now());
  await startTransfer(ctx, demo.viewers.get(username)!, id, { length: content.length, name, purpose });
  await appendToTransfer(ctx, (await transferById(ctx.db, id))!, Readable.from([content]), 0);
  await finishTransfer(ctx, id);
  await demo.settle();
  return id;
}

/** Files first, as people do; what asks for an upgrade is theirs already. */
async function dress(demo: DemoSite, username: string, appearance: Dress, pictures: Pictures): Promise<void> {
  const { ctx } = demo;
  const avatar = await send(demo, username, pictures.avatar, 'me.png', 'avatar');
  await demo.call('PUT /profile-settings/avatar', { body: { fileId: avatar } }, username);
  const banner = await send(demo, username, pictures.banner, 'banner.png', 'profile_banner');
  await demo.call('PUT /profile-settings/banner', { body: { fileId: banner } }, username);
  const put = async (kind: 'image' | 'audio', content: Buffer, name: string): Promise<void> => {
    const fileId = await send(demo, username, content, name, 'background');
    await demo.call('PUT /profile-settings/backgrounds/:kind', { params: { kind }, body: { fileId } }, username);
  };
  if (pictures.background) await put('image', pictures.background, 'behind.png');
  if (appearance.sound) await put('audio', drawSound(), 'Waiting for the last bus.wav');

  const { profileId } = demo.viewers.get(username)!;
  if (appearance.glow) await ctx.db.tx((tx) => grantEntitlement(ctx, tx, profileId, 'name_glow', 'demo', null));
  if (appearance.nameEffect)
    await ctx.db.tx((tx) => grantEntitlement(ctx, tx, profileId, 'animated_text', 'demo', null));
  const now = await demo.call('GET /profile-settings', {}, username);
  if (appearance.theme || appearance.glow) {
    const glow = appearance.glow ? { isOn: true, ...appearance.glow } : now.colors.glow;
    const body = { ...now.colors, theme: appearance.theme ?? null, glow };
    await demo.call('PUT /profile-settings/colors', { body }, username);
  }
  if (appearance.font)
    await demo.call('PUT /profile-settings/font', { body: { ...now.font, font: appearance.font } }, username);
  if (appearance.layout)
    await demo.call('PUT /profile-settings/layout', { body: { ...now.layout, ...appearance.layout } }, username);
  if (appearance.nameEffect) {
    const body = { ...now.premium, nameEffect: appearance.nameEffect };
    await demo.call('PUT /profile-settings/premium', { body }, username);
  }
  if (appearance.description !== undefined) {
    const body = { ...now.profile, description: appearance.description };
    await demo.call('PUT /profile-settings/profile', { body }, username);
  }
  if (appearance.links) {
    const links = appearance.links.map(([title, url]) => ({ title, url, isActive: true }));
    await demo.call('PUT /profile-settings/links', { body: { ...now.links, links } }, username);
  }
  if (appearance.decorations) {
    const worn = now.allDecorations.filter(({ key }) => appearance.decorations!.includes(key));
    const body = { ...now.decorations, decorationIds: worn.map(({ id }) => id) };
    await demo.call('PUT /profile-settings/decorations', { body }, username);
  }
}

/** Some members make their pages their own, days after they joined. @param most how many do, at most */
export async function profileAppearances(random: Random, plan: Plan, now: number, most = Infinity): Promise<Action[]> {
  const dressed = Object.entries(dresses)
    .filter(([username]) => plan.joined.has(username))
    .slice(0, most);
  const pages = await drawPages(
    dressed.map(([, { mark, palette, scene, background }]) => ({
      mark,
      palette,
      scene,
      ...(background && { background }),
    })),
  );
  return dressed.map(([username, appearance], index) => {
    const joined = plan.joined.get(username)!;
    const at = whenAwake(random, Math.min(now - DAY, joined + random.between(0.1, 9) * DAY));
    return { at: Math.max(at, joined + 1), run: (demo: DemoSite) => dress(demo, username, appearance, pages[index]!) };
  });
}
