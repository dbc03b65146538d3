import { AvatarLink } from './avatar-link.tsx';
import { DisplayName } from './shown-name.tsx';
import type { ReactNode } from 'react';
import type { Person } from '#platform/contract/shapes.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';

/** A member in a list: picture, name, badge and what the list adds. */
export function PersonLine({ person, aside }: { person: Person; aside?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <AvatarLink person={person} size="sm" />
      <div className="min-w-0 flex-1 basis-24">
        <p className="truncate font-semibold">
          <AppLink className="py-1 hover:underline" to={`/profile/${person.username}`}>
            <DisplayName name={person.displayName} />
          </AppLink>
        </p>
        <p className="truncate text-sm text-soft">@{person.username}</p>
      </div>
      <div className="grid justify-items-end gap-1">
        <RoleBadge {...person.badge} />
        {aside}
      </div>
    </div>
  );
}
