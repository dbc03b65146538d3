import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import type { SecretLink } from '#features/secret-links/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { shortCount } from '#platform/web/lib/format.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { linkKeys, linksQuery } from './queries.ts';

/** The member's secret links, with what came through them. @param contentId to one thing; null for all, each with its title */
export function LinkList({ contentId }: { contentId: string | null }) {
  const call = useCall();
  const list = useInfiniteQuery(linksQuery(call, contentId));
  const links = itemsOf(list.data);
  if (list.isPending) return <Skeleton className="h-14 rounded-control" />;
  if (list.error && !list.data)
    return <ErrorState onRetry={() => void list.refetch()} title="Your secret links could not be loaded." />;
  if (links.length === 0 && contentId !== null) return <p className="text-sm text-soft">There are none yet.</p>;
  if (links.length === 0)
    return (
      <EmptyState action={<ButtonLink to="/uploads">Open uploads</ButtonLink>} title="No secret links yet">
        They are made under Share of an own track or set.
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Secret links" className="grid gap-1.5">
        {links.map((link) => (
          <LinkLine key={link.id} hasTitle={contentId === null} link={link} />
        ))}
      </ul>
      <ListEnd list={list} />
    </>
  );
}

function LinkLine({ link, hasTitle }: { link: SecretLink; hasTitle: boolean }) {
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const name = link.label === '' ? 'Secret link' : link.label;
  const revoke = async () => {
    setBusy(true);
    try {
      await call('DELETE /secret-links/:linkId', { params: { linkId: link.id } });
      await client.invalidateQueries({ queryKey: linkKeys.all });
    } catch (error) {
      failureToast(error);
      setBusy(false);
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-hairline bg-sunken py-1.5 pe-1.5 ps-3 text-sm">
      <div className="min-w-0 flex-1 basis-40">
        {hasTitle && (
          <p className="truncate font-semibold">
            {link.title === '' ? 'Not there any more' : <AppLink to={link.path}>{link.title}</AppLink>}
          </p>
        )}
        <p className={hasTitle ? 'truncate text-soft' : 'truncate font-semibold'}>{name}</p>
        <p className="text-faint">
          Made <LocalDate date={link.createdAt} />
          {link.expiresAt !== null && !link.hasExpired && (
            <>
              , until <LocalDate date={link.expiresAt} />
            </>
          )}
        </p>
      </div>
      {link.hasExpired && <Badge>Expired</Badge>}
      <span className="tape text-faint">
        {shortCount(link.playCount)} {link.playCount === 1 ? 'play' : 'plays'}
      </span>
      <Button
        aria-label={`Revoke ${name}`}
        busy={busy}
        icon={<Link2Off aria-hidden="true" size={15} />}
        onClick={() => void revoke()}
        size="sm"
        variant="ghost"
      >
        Revoke
      </Button>
    </li>
  );
}
