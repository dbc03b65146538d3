import { Check } from 'lucide-react';
import type { Notification } from '#people/notifications/contract/endpoints.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { RequestActions } from './request-actions.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { Logo } from '#platform/web/ui/graphics/logo.tsx';
import { VisuallyHidden } from '#platform/web/ui/visually-hidden.tsx';

/** Props of {@link NoticeLine}. */
export interface NoticeLineProps {
  item: Notification;
  onRead: () => void;
  /** Its link was followed. */
  onFollow?: (() => void) | undefined;
  /** A button that marks it as read without going there. */
  withMark?: boolean | undefined;
}

/** One notification: following it marks it as read; one that leads nowhere is marked by pressing it. */
export function NoticeLine({ item, onRead, onFollow, withMark }: NoticeLineProps) {
  const style = classes(
    'flex w-full min-w-0 flex-1 items-start gap-3 px-4 py-3 text-start hover:bg-hover focus-visible:-outline-offset-2',
    withMark && !item.isRead && 'pe-14',
  );
  const action = () => {
    onRead();
    onFollow?.();
  };
  const inside = (
    <>
      {item.actor ? (
        <span className="flex" data-card={item.actor.id ?? undefined}>
          <Avatar
            id={item.actor.id ?? item.actor.username}
            name={item.actor.displayName}
            size="md"
            src={item.actor.avatarUrl}
          />
        </span>
      ) : (
        // No member caused it: the site itself notifies.
        <span className="grid size-10 shrink-0 place-items-center rounded-full border border-hairline bg-ground">
          <Logo size={20} />
        </span>
      )}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={classes('line-clamp-2 break-words', item.isRead ? 'text-soft' : 'font-semibold')}>
          {!item.isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
          {item.title}
        </span>
        {item.message !== '' && (
          <span className="line-clamp-2 text-sm break-words text-soft" dir="auto">
            {item.message}
          </span>
        )}
        <RelativeTime className="text-xs text-faint" date={item.createdAt} />
      </span>
    </>
  );
  return (
    <li
      className={classes(
        'relative flex flex-wrap',
        // The playhead stands at what is new, as high as the line with its buttons.
        !item.isRead && 'before:absolute before:inset-y-0 before:start-0 before:z-1 before:w-[3px] before:bg-mark',
      )}
    >
      {item.url === null ? (
        <button className={style} onClick={onRead} type="button">
          {inside}
        </button>
      ) : (
        <AppLink ahead={false} className={style} onClick={action} to={item.url}>
          {inside}
        </AppLink>
      )}
      {item.kind === 'friend_request' && item.actor?.id && (
        <RequestActions name={item.actor.displayName} profileId={item.actor.id} />
      )}
      {withMark && !item.isRead && (
        <IconButton
          className="absolute top-3 end-3"
          icon={<Check aria-hidden="true" size={16} />}
          label={`Mark as read: ${item.title}`}
          onClick={onRead}
          size="sm"
          title="Mark as read"
        />
      )}
    </li>
  );
}
