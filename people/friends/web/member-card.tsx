import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import type { ReactNode } from 'react';
import type { Person } from '#platform/contract/shapes.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

/** A card of one member, with what can be done about them. */
export function MemberCard({ person, children }: { person: Person; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border border-hairline bg-surface p-3">
      <Avatar id={person.id ?? person.username} name={person.displayName} size="md" src={person.avatarUrl} />
      <div className="min-w-24 flex-1">
        <p className="truncate font-semibold">
          <AppLink className="hover:underline" to={`/profile/${person.username}`}>
            <DisplayName name={person.displayName} />
          </AppLink>
        </p>
        <p className="truncate text-sm text-soft">@{person.username}</p>
      </div>
      <div className="flex items-center gap-2">{children}</div>
    </li>
  );
}
