import { Ban, Ellipsis, UserMinus, UserX } from 'lucide-react';
import { useState } from 'react';
import type { Relation } from '#contract/relations.ts';
import type { Person } from '#contract/shapes.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { latePart } from '#web/ui/late-part.tsx';
import { LazyMenu } from '#web/ui/lazy-menu.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import type { RelationActs } from './relation-acts.ts';

const ConfirmDialog = latePart(() => import('#web/ui/confirm-dialog.tsx'), { name: 'The question', notice: 'float' });

/** The quieter acts on a member: cancel, unfriend, block. The last two ask first. */
export function RelationMenu({
  person,
  relation,
  acts,
}: {
  person: Pick<Person, 'displayName'>;
  relation: Relation;
  acts: RelationActs;
}) {
  const [asking, setAsking] = useState<'unfriend' | 'block' | null>(null);
  const name = person.displayName;
  const items: MenuItem[] = [
    ...(relation === 'sent'
      ? [{ label: 'Cancel request', icon: <UserX size={16} />, onSelect: () => void acts.cancel() }]
      : []),
    ...(relation === 'friends'
      ? [{ label: 'Unfriend', icon: <UserMinus size={16} />, onSelect: () => setAsking('unfriend') }]
      : []),
    { label: 'Block', icon: <Ban size={16} />, danger: true, onSelect: () => setAsking('block') },
  ];
  const confirm = async () => {
    await (asking === 'block' ? acts.block() : acts.unfriend());
    setAsking(null);
  };
  return (
    <>
      <LazyMenu
        items={items}
        trigger={<IconButton icon={<Ellipsis aria-hidden="true" size={18} />} label={`More about ${name}`} size="sm" />}
      />
      {asking !== null && (
        <ConfirmDialog
          busy={acts.busy}
          confirmLabel={asking === 'block' ? 'Block' : 'Unfriend'}
          danger
          description={
            asking === 'block'
              ? 'Neither of you can befriend or mention the other, and neither sees the other’s posts. You can unblock them on your friends page.'
              : 'They are not told. You can ask them again.'
          }
          onConfirm={() => void confirm()}
          onGiveUp={() => setAsking(null)}
          onOpenChange={(open) => !open && setAsking(null)}
          open
          title={asking === 'block' ? `Block ${name}?` : `Unfriend ${name}?`}
        />
      )}
    </>
  );
}
