import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Post } from '#contract/forum.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { useCall } from '#web/lib/api.ts';
import { CategoryField } from './category-field.tsx';
import EditForm from '#web/features/content/edit-form.tsx';
import { LockField } from './lock-field.tsx';
import { categoriesQuery, postQuery } from './queries.ts';

/** Edits a post in its place: text, category and, for its author, the lock. */
export default function EditPost({
  post,
  maxLength,
  save,
  onClose,
}: {
  post: Post;
  maxLength: number;
  save: (content: string, baseVersion: number, choice: { category?: string; isLocked?: boolean }) => Promise<void>;
  onClose: () => void;
}) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { data: rows } = useQuery(categoriesQuery(call));
  const isOwn = viewer !== null && viewer.id === post.author.id;
  const before = post.category.name ?? post.category.id ?? '';
  const [category, setCategory] = useState(before);
  const [isLocked, setLocked] = useState(post.isLocked);
  return (
    <EditForm
      from={{ source: post.source ?? '', version: post.version }}
      kind="post"
      label="Edit the post. The first line is its title."
      maxLength={maxLength}
      onClose={onClose}
      readNewest={async () => {
        const newest = await client.fetchQuery({ ...postQuery(call, post.id), staleTime: 0 });
        return { source: newest.source ?? '', version: newest.version };
      }}
      save={(content, version) =>
        save(content, version, { ...(category !== before && { category }), ...(isOwn && { isLocked }) })
      }
    >
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <CategoryField
          adult={viewer?.adult ?? false}
          categories={rows?.items ?? []}
          onChange={setCategory}
          value={category}
        />
        {isOwn && <LockField checked={isLocked} onChange={setLocked} />}
      </div>
    </EditForm>
  );
}
