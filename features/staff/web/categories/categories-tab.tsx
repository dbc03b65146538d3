import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { CreateButton } from '#platform/web/ui/controls/create-button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import type { CategoryDialogProps, StaffCategory } from './category-dialog.tsx';
import { categoriesQuery } from '#features/staff/web/queries.ts';

const CategoryDialog = latePart<CategoryDialogProps>(() => import('./category-dialog.tsx'), {
  name: 'The form',
  notice: 'float',
});

/** Between two places in the order, so that another program may put one in. */
const STEP = 10;

/** The tab Categories: those of the forum in their order, to create, rename, move and switch off. */
export function CategoriesTab() {
  const query = useQuery(categoriesQuery(useCall()));
  const decide = useDecision();
  const [open, setOpen] = useState<StaffCategory | 'new' | null>(null);
  const { run } = useAction();
  const close = () => setOpen(null);
  const create = <CreateButton form={CategoryDialog} label="Create category" onClick={() => setOpen('new')} />;
  if (!query.data) return <NotLoaded label="Categories" query={query} rows={4} />;
  const { items } = query.data;
  const move = (at: number, by: 1 | -1) =>
    run(async () => {
      const next = items.toSpliced(at, 1).toSpliced(at + by, 0, items[at]!);
      const moved = next
        .map(({ id, sortOrder }, place) => ({ id, sortOrder, wanted: (place + 1) * STEP }))
        .filter(({ sortOrder, wanted }) => sortOrder !== wanted);
      await decide(
        async (call) => {
          for (const { id, wanted } of moved)
            await call('PATCH /staff/forum-categories/:categoryId', {
              params: { categoryId: id },
              body: { sortOrder: wanted },
            });
        },
        { done: { title: 'Order saved' } },
      );
    });
  return (
    <>
      {items.length === 0 ? (
        <EmptyState action={create} title="No categories yet">
          Members choose one of these, or one of the fixed ones, for a post of the forum.
        </EmptyState>
      ) : (
        <>
          <div className="mb-4">{create}</div>
          <ol aria-label="Categories" className="staff-rows">
            {items.map((category, at) => (
              <li key={category.id}>
                <CategoryRow
                  category={category}
                  onDown={at < items.length - 1 ? () => void move(at, 1) : undefined}
                  onEdit={() => setOpen(category)}
                  onUp={at > 0 ? () => void move(at, -1) : undefined}
                />
              </li>
            ))}
          </ol>
        </>
      )}
      {open !== null && (
        <CategoryDialog
          category={open === 'new' ? null : open}
          onClose={close}
          onGiveUp={close}
          sortOrder={(items.length + 1) * STEP}
        />
      )}
    </>
  );
}

function CategoryRow({
  category,
  onEdit,
  onUp,
  onDown,
}: {
  category: StaffCategory;
  onEdit: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}) {
  const decide = useDecision();
  const { viewer } = useAuth();
  const { busy, run } = useAction();
  const { id, name, description, isActive } = category;
  const toggle = () =>
    run(async () => {
      await decide(
        (call) =>
          call('PATCH /staff/forum-categories/:categoryId', {
            params: { categoryId: id },
            body: { isActive: !isActive },
          }),
        { done: { title: isActive ? 'Category switched off' : 'Category switched on' } },
      );
    });
  return (
    <div className="staff-row">
      <div className="min-w-0 flex-1 basis-[min(14rem,100%)]">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="wrap-anywhere">{name}</strong>
          <span className="text-sm text-soft">{category.slug}</span>
          {!isActive && <Badge>Off</Badge>}
        </p>
        {description !== '' && <p className="text-sm text-soft wrap-anywhere">{description}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          disabled={!onUp}
          icon={<ArrowUp aria-hidden="true" size={16} />}
          label={`Move ${name} up`}
          onClick={onUp}
          size="sm"
        />
        <IconButton
          disabled={!onDown}
          icon={<ArrowDown aria-hidden="true" size={16} />}
          label={`Move ${name} down`}
          onClick={onDown}
          size="sm"
        />
        <Button
          aria-label={`Edit ${name}`}
          icon={<Pencil aria-hidden="true" size={16} />}
          onClick={onEdit}
          onFocus={CategoryDialog.preload}
          onPointerEnter={CategoryDialog.preload}
          size="sm"
        >
          Edit
        </Button>
        {viewer?.isAdmin === true && (
          <Button
            aria-label={`${isActive ? 'Switch off' : 'Switch on'} ${name}`}
            busy={busy}
            onClick={() => void toggle()}
            size="sm"
          >
            {isActive ? 'Switch off' : 'Switch on'}
          </Button>
        )}
      </div>
    </div>
  );
}
