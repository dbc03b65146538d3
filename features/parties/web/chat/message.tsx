import { lateWindow } from '#content/core/web/page/late-window.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Captions, SmilePlus, Trash2, UserX } from 'lucide-react';
import { memo, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import type { ChatMessage, Party } from '#features/parties/contract/endpoints.ts';
import { ContentMenu } from '#content/core/web/content-menu.tsx';
import { ReactionBar, ownReaction, withReaction } from '#content/core/web/reaction-bar.tsx';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { changeReactions } from '#features/parties/web/cache.ts';
import { partyKeys } from '#features/parties/web/queries.ts';
import { useChange } from '#features/parties/web/use-change.ts';

const DescribeDialog = lateWindow('The form', () => import('#content/media/web/describe-dialog.tsx'));

/** What a reader may do with messages, the same for all of them. */
export interface MessageRights {
  readonly partyId: string;
  readonly canReact: boolean;
  readonly canModerate: boolean;
  readonly hostId: string | null;
}

/** @param party as its reader sees it */
export const messageRights = (party: Party): MessageRights => ({
  partyId: party.id,
  canReact: party.hasJoined && party.state !== 'ended',
  canModerate: party.can.moderate,
  hostId: party.host.id,
});

/** What is done to a message and its author on the server. */
function useMessageActions(item: ChatMessage, { partyId }: MessageRights) {
  const call = useCall();
  const client = useQueryClient();
  const changeMessages = useChange(partyKeys.messages(partyId));
  const changePeople = useChange(partyKeys.participants(partyId));
  const params = { messageId: item.id };
  return {
    remove: () => changeMessages(() => call('DELETE /parties/messages/:messageId', { params, body: { reason: '' } })),
    removePerson: (profileId: string) =>
      changePeople(() => call('DELETE /parties/:partyId/participants/:profileId', { params: { partyId, profileId } })),
    /** An optimistic update, undone where the server refuses. */
    async react(key: string) {
      const before = item.reactions;
      const reaction = ownReaction(before) === key ? null : key;
      changeReactions(client, partyId, item.id, () => withReaction(before, reaction));
      try {
        const { reactions } = await call('PUT /parties/messages/:messageId/reaction', { params, body: { reaction } });
        changeReactions(client, partyId, item.id, () => reactions);
      } catch (error) {
        changeReactions(client, partyId, item.id, () => before);
        failureToast(error);
      }
    },
  };
}

/** One message of a chat with its actions. */
export const Message = memo(function Message({
  item,
  rights,
  viewer,
  onReport,
}: {
  item: ChatMessage;
  rights: MessageRights;
  viewer: Viewer | null;
  onReport: (id: string) => void;
}) {
  const client = useQueryClient();
  const [isChoosing, setIsChoosing] = useState(false);
  const [isDescribing, setIsDescribing] = useState(false);
  const { author } = item;
  const isGone = item.visibility === 'removed';
  const actions = useMessageActions(item, rights);
  return (
    <li className="group flex min-w-0 gap-3" id={`message-${item.id}`}>
      <Avatar id={author.id ?? author.username} name={author.displayName} size="sm" src={author.avatarUrl} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-sm">
          <AppLink className="truncate font-semibold hover:underline" to={`/profile/${author.username}`}>
            <DisplayName name={author.displayName} />
          </AppLink>
          <RelativeTime className="shrink-0 text-faint" date={item.createdAt} />
        </p>
        {isGone ? (
          <p className="text-faint italic">This message was removed.</p>
        ) : (
          <>
            {item.html !== '' && <RichText html={item.html} />}
            {item.image && <SharedImage image={item.image} of={author.displayName} />}
            {item.visibility === 'held' && (
              <p className="text-sm text-faint">Waits for review: only you and staff see it.</p>
            )}
            {(item.reactions.length > 0 || isChoosing) && (
              <div className="mt-1">
                <ReactionBar
                  canReact={rights.canReact}
                  counts={item.reactions}
                  onChoose={(key) => {
                    setIsChoosing(false);
                    void actions.react(key);
                  }}
                  open={isChoosing}
                />
              </div>
            )}
          </>
        )}
      </div>
      {!isGone && viewer && (
        <MessageTools
          actions={actions}
          isChoosing={isChoosing}
          item={item}
          onChoose={() => setIsChoosing(!isChoosing)}
          onDescribe={() => setIsDescribing(true)}
          onReport={onReport}
          rights={rights}
          viewer={viewer}
        />
      )}
      {isDescribing && item.image && (
        <DescribeDialog
          file={item.image}
          onClose={() => setIsDescribing(false)}
          onGiveUp={() => setIsDescribing(false)}
          onSaved={() => void client.invalidateQueries({ queryKey: partyKeys.messages(rights.partyId) })}
        />
      )}
    </li>
  );
});

/** The buttons and the menu of a message; they show when it has the pointer or the focus. */
function MessageTools({
  item,
  rights,
  viewer,
  actions,
  isChoosing,
  onChoose,
  onDescribe,
  onReport,
}: {
  item: ChatMessage;
  rights: MessageRights;
  viewer: Viewer;
  actions: ReturnType<typeof useMessageActions>;
  isChoosing: boolean;
  onChoose: () => void;
  onDescribe: () => void;
  onReport: (id: string) => void;
}) {
  const { author } = item;
  const isOwn = author.id === viewer.id;
  const mayRemovePerson = !isOwn && rights.canModerate && rights.canReact && author.id !== rights.hostId;
  const removableId = mayRemovePerson ? author.id : null;
  return (
    <span className="flex shrink-0 items-start opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 max-lg:opacity-100">
      {rights.canReact && item.visibility !== 'held' && (
        <IconButton
          aria-expanded={isChoosing}
          icon={<SmilePlus aria-hidden="true" size={14} />}
          label={`React to the message of ${author.displayName}`}
          onClick={onChoose}
          size="sm"
        />
      )}
      {isOwn && item.image && (
        <IconButton
          icon={<Captions aria-hidden="true" size={14} />}
          label="Describe the image"
          onClick={onDescribe}
          size="sm"
        />
      )}
      {(isOwn || rights.canModerate) && (
        <IconButton
          icon={<Trash2 aria-hidden="true" size={14} />}
          label={isOwn ? 'Delete the message' : `Remove the message of ${author.displayName}`}
          onClick={() => void actions.remove()}
          size="sm"
        />
      )}
      {removableId !== null && (
        <IconButton
          icon={<UserX aria-hidden="true" size={14} />}
          label={`Remove ${author.displayName} from the party`}
          onClick={() => void actions.removePerson(removableId)}
          size="sm"
        />
      )}
      {!isOwn && item.visibility === 'published' && (
        <ContentMenu
          canDelete={false}
          canReport
          complaint={{ kind: 'chat_message', id: item.id }}
          edited={false}
          label={`More about the message of ${author.displayName}`}
          onOpen={() => onReport(item.id)}
        />
      )}
    </span>
  );
}

/** An image of a message; until it was processed only its author could have it, and nobody is shown a broken one. */
function SharedImage({ image, of }: { image: NonNullable<ChatMessage['image']>; of: string }) {
  const picture = image.renditions.find((rendition) => rendition.name === 'w640') ?? null;
  const url = picture?.url ?? image.url;
  if (url === null)
    return (
      <p className="text-sm text-faint">
        {image.processing === 'waiting' ? 'The image is being prepared…' : 'This image cannot be shown.'}
      </p>
    );
  return (
    <img
      alt={image.altText || `Shared by ${of}`}
      className="mt-1 h-auto max-h-72 w-auto max-w-full rounded-control"
      height={picture?.height ?? image.height ?? undefined}
      loading="lazy"
      src={url}
      width={picture?.width ?? image.width ?? undefined}
    />
  );
}
