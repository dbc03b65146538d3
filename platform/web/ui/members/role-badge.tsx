import { badgeTones } from './badge-tones.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { RankIcon } from './rank-icon.tsx';

/** Props of {@link RoleBadge}; the first four are a row of `people/ledger/contract/ranks.ts` or of a custom role. */
export interface RoleBadgeProps {
  label: string;
  /** `#rrggbb`; made readable for each theme. */
  color: string;
  icon: string;
  glows: boolean;
  size?: 'sm' | 'md' | 'lg';
  className?: string | undefined;
}

const sizes = {
  sm: { style: 'h-5 gap-1 px-1.5 text-xs', icon: 14 },
  md: { style: 'h-6 gap-1.5 px-2 text-sm', icon: 15 },
  lg: { style: 'h-8 gap-2 px-3 text-base', icon: 19 },
};

/**
 * A member's role or rank, with its name. Which of the two it is, the server has decided: `badge` of a person is the role
 * badge, `rank` of a profile or card the rank badge, where staff show the highest rank.
 */
export function RoleBadge({ label, color, icon, glows, size = 'sm', className }: RoleBadgeProps) {
  return (
    <span
      className={classes('role-badge', sizes[size].style, glows && 'role-badge-glow', className)}
      style={badgeTones(color)}
    >
      <RankIcon icon={icon} size={sizes[size].icon} />
      {label}
    </span>
  );
}
