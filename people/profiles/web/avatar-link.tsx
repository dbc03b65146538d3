import type { Person } from '#platform/contract/shapes.ts';
import { Avatar, type AvatarProps } from '#platform/web/ui/members/avatar.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

/** A member's picture that leads to the profile. The name beside it is the link for keyboard and screen reader. */
export function AvatarLink({
  person,
  size = 'md',
  className,
}: {
  person: Person;
  size?: AvatarProps['size'];
  className?: string | undefined;
}) {
  const picture = (
    <Avatar
      className={className}
      id={person.id ?? person.username}
      name={person.displayName}
      size={size ?? 'md'}
      src={person.avatarUrl}
    />
  );
  if (person.id === null) return picture;
  return (
    <AppLink
      aria-hidden="true"
      // Above the link that covers a whole row.
      className="touch-target relative z-1 shrink-0 self-start rounded-full"
      tabIndex={-1}
      to={`/profile/${person.username}`}
    >
      {picture}
    </AppLink>
  );
}
