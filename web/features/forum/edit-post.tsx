import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Post } from '#contract/forum.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { useCall } from '#web/lib/api.ts';
import { CategoryField } from './category-field.tsx';
import EditForm from './edit-form.tsx';
import { categoriesQuery, postQuery } from './queries.ts';

/** Edits a post in its place: text and category. */
export default function EditPost({
  post,
  maxLength,
  save,
  onClose,
}: {
  post: Post;
  maxLength: number;
  save: (content: string, baseVersion: number, category?: string) => Promise<void>;
  onClose: () => void;
}) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { data: rows } = useQuery(categoriesQuery(call));
  const before = post.category.name ?? post.category.id ?? '';
  const [category, setCategory] = useState(before);
  return (
    <EditForm
      from={{ source: post.source ?? '', version: post.version }}
      kind="post"
      maxLength={maxLength}
      onClose={onClose}
      readNewest={async () => {
        const newest = await client.fetchQuery({ ...postQuery(call, post.id), staleTime: 0 });
        return { source: newest.source ?? '', version: newest.version };
      }}
      save={(content, version) => save(content, version, category === before ? undefined : category)}
    >
      <CategoryField
        adult={viewer?.adult ?? false}
        categories={rows?.items ?? []}
        onChange={setCategory}
        value={category}
      />
    </EditForm>
  );
}
