import {
  CircleEllipsis,
  Disc3,
  FileAudio,
  Film,
  FolderKanban,
  Layers,
  LayoutTemplate,
  ListMusic,
  type LucideIcon,
  Megaphone,
  Music,
  Package,
  Palette,
  Play,
  SlidersHorizontal,
  Sparkles,
} from 'lucide-react';
import type { SharingKind } from '#content/core/contract/shared-kinds.ts';

/** Colour and drawing of a type. The colour is one of a badge. */
interface Mark {
  readonly icon: LucideIcon;
  readonly tone: 'neutral' | 'primary' | 'secondary' | 'accent' | 'ok' | 'danger';
}

const other: Mark = { icon: CircleEllipsis, tone: 'neutral' };

/** By kind and the key of its type. */
const marks: Readonly<Partial<Record<SharingKind, Readonly<Record<string, Mark>>>>> = {
  song: {
    soundcloud: { icon: Music, tone: 'primary' },
    spotify: { icon: Disc3, tone: 'ok' },
    youtube: { icon: Play, tone: 'danger' },
    bandcamp: { icon: Music, tone: 'secondary' },
    site: { icon: Music, tone: 'accent' },
  },
  editing_pack: {
    general: { icon: Package, tone: 'neutral' },
    presets: { icon: SlidersHorizontal, tone: 'secondary' },
    transitions: { icon: Film, tone: 'primary' },
    overlays: { icon: Layers, tone: 'ok' },
    effects: { icon: Sparkles, tone: 'accent' },
    templates: { icon: LayoutTemplate, tone: 'neutral' },
  },
  leak: {
    music: { icon: Music, tone: 'secondary' },
    packs: { icon: Package, tone: 'primary' },
    presets: { icon: SlidersHorizontal, tone: 'accent' },
    samples: { icon: FileAudio, tone: 'ok' },
    other,
  },
  set: {
    set: { icon: ListMusic, tone: 'secondary' },
    album: { icon: Disc3, tone: 'accent' },
  },
  self_promotion_post: {
    general: { icon: Megaphone, tone: 'primary' },
    music: { icon: Music, tone: 'secondary' },
    art: { icon: Palette, tone: 'accent' },
    project: { icon: FolderKanban, tone: 'ok' },
  },
};

/** How a type of a kind is drawn. */
export const markOf = (kind: SharingKind, type: string): Mark => marks[kind]?.[type] ?? other;
