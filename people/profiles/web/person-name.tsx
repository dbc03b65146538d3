import type { Person } from '#platform/contract/shapes.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';
import { glowOf } from './name-glow.ts';
import { DisplayName, ShownName } from './shown-name.tsx';

/** A member's name, linked to the profile, with the role badge beside it. Who has left is a name without a link. */
export function PersonName({
  person,
  badge = true,
  hasHandle = true,
  className,
}: {
  person: Person;
  /** False where the badge has no room, or stands elsewhere. */
  badge?: boolean;
  /** False where the username stands beside it anyway. */
  hasHandle?: boolean;
  className?: string | undefined;
}) {
  const name = '-my-1 max-w-full truncate py-1 font-semibold';
  return (
    <span className={classes('inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-2', className)}>
      {person.id === null ? (
        <span className={name}>
          <DisplayName name={person.displayName} />
        </span>
      ) : (
        <AppLink
          className={classes(name, 'relative hover:underline')}
          style={glowOf(person.glow, true)}
          to={`/profile/${person.username}`}
        >
          {hasHandle ? <ShownName person={person} /> : <DisplayName name={person.displayName} />}
        </AppLink>
      )}
      {badge && person.id !== null && <RoleBadge {...person.badge} />}
    </span>
  );
}
