import {
  AudioLines,
  Droplet,
  Images,
  LayoutGrid,
  ListMusic,
  type LucideIcon,
  MessageCircle,
  MessageSquareReply,
  MessagesSquare,
  Megaphone,
  Music,
  PartyPopper,
  Scissors,
  Sparkle,
  User,
} from 'lucide-react';
import { type SearchType, searchTypes } from '#content/search/contract/limits.ts';

const icons: Readonly<Record<SearchType, LucideIcon>> = {
  member: User,
  post: MessagesSquare,
  reply: MessageSquareReply,
  comment: MessageCircle,
  upload: AudioLines,
  song: Music,
  drumkit: LayoutGrid,
  editing_pack: Scissors,
  leak: Droplet,
  self_promotion_post: Sparkle,
  gallery_image: Images,
  set: ListMusic,
  party: PartyPopper,
  announcement: Megaphone,
};

/** The drawing of a type, as the menu has it. */
export function TypeIcon({ type, size = 18 }: { type: SearchType; size?: number }) {
  const Icon = icons[type];
  return <Icon aria-hidden="true" className="shrink-0" size={size} />;
}

/** What one, and what several of a type are called. */
export const typeWords = (type: SearchType): { noun: string; label: string } =>
  searchTypes.find(({ key }) => key === type)!;
