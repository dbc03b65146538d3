import type { CSSProperties } from 'react';
import type { Person } from '#contract/shapes.ts';
import { classes } from '#web/ui/classes.ts';
import { AppLink } from '#web/ui/link.tsx';
import { RoleBadge } from '#web/ui/role-badge.tsx';

const hex = /^#[\da-f]{6}$/i;

/** The light around a name, where the member has one. */
function glowOf(person: Person): CSSProperties | undefined {
  if (!person.glow || !hex.test(person.glow.color)) return undefined;
  const reach = Math.min(20, Math.max(1, person.glow.intensity));
  return { textShadow: `0 0 ${reach}px ${person.glow.color}` };
}

/** A member's name, linked to the profile, with the role badge beside it. Who has left is a name without a link. */
export function PersonName({
  person,
  badge = true,
  className,
}: {
  person: Person;
  /** False where the badge has no room, or stands elsewhere. */
  badge?: boolean;
  className?: string | undefined;
}) {
  const name = 'truncate font-semibold';
  return (
    <span className={classes('inline-flex max-w-full min-w-0 items-center gap-2', className)}>
      {person.id === null ? (
        <span className={name}>{person.displayName}</span>
      ) : (
        <AppLink
          className={classes(name, 'relative hover:underline')}
          style={glowOf(person)}
          title={`@${person.username}`}
          to={`/profile/${person.username}`}
        >
          {person.displayName}
        </AppLink>
      )}
      {badge && person.id !== null && <RoleBadge {...person.badge} />}
    </span>
  );
}
