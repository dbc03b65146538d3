import { Flame, Hand, Heart, Laugh, type LucideIcon, PartyPopper, Sparkles } from 'lucide-react';
import type { PartyReaction } from '#features/parties/contract/limits.ts';

const reactionOf: Readonly<Record<PartyReaction, { icon: LucideIcon; label: string }>> = {
  fire: { icon: Flame, label: 'Fire' },
  heart: { icon: Heart, label: 'Heart' },
  clap: { icon: PartyPopper, label: 'Applause' },
  wow: { icon: Sparkles, label: 'Wow' },
  laugh: { icon: Laugh, label: 'Laugh' },
  wave: { icon: Hand, label: 'Wave' },
};

/** What a reaction is called. */
export const reactionLabel = (key: PartyReaction): string => reactionOf[key].label;

/** The picture of a reaction. @param size in pixels */
export function ReactionIcon({ of, size = 20 }: { of: PartyReaction; size?: number }) {
  const { icon: Icon } = reactionOf[of];
  return <Icon aria-hidden="true" className="text-primary-text" size={size} />;
}
