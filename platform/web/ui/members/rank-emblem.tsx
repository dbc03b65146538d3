import { badgeTones } from './badge-tones.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { RankIcon } from './rank-icon.tsx';
import type { RoleBadgeProps } from './role-badge.tsx';

const sizes = {
  sm: { style: 'size-8', icon: 18 },
  md: { style: 'size-12', icon: 26 },
  lg: { style: 'size-24', icon: 50 },
};

/** A rank without words, on a knob with its ticks. Decorative: the rank's name stands beside it. */
export function RankEmblem({ color, icon, glows, size = 'md', className }: Omit<RoleBadgeProps, 'label'>) {
  return (
    <span
      aria-hidden="true"
      className={classes('rank-emblem', sizes[size].style, glows && 'rank-emblem-glow', className)}
      style={badgeTones(color)}
    >
      <RankIcon icon={icon} size={sizes[size].icon} />
    </span>
  );
}
