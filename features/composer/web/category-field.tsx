import type { Reply as Answer } from '#site/contract/contract.ts';
import { fixedCategories } from '#features/forum/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { shownParts } from '#platform/web/lib/page/shown-parts.ts';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';

/** A row of `forum_categories`. */
export type ForumCategory = Answer<'GET /forum/categories'>['items'][number];

/** Chooses where a post stands: General, the fixed categories, the rows of `forum_categories`. */
export function CategoryField({
  value,
  onChange,
  categories,
  adult,
}: {
  value: string;
  onChange: (category: string) => void;
  categories: readonly ForumCategory[];
  /** Who has not confirmed their age cannot post 18+. */
  adult: boolean;
}) {
  const fixed = shownParts(
    useAuth().site.sections,
    fixedCategories as readonly { readonly key: string; readonly label: string }[],
    ({ key }) => `/forum?category=${key}`,
  );
  const options = [
    { value: '', label: 'General' },
    ...fixed.map(({ key, label }) =>
      key === 'nsfw' && !adult
        ? { value: key, label: `${label} (confirm your age in settings)`, disabled: true }
        : { value: key, label },
    ),
    ...categories.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <SelectField
      className="w-full sm:w-60"
      label="Category"
      onChange={(event) => onChange(event.target.value)}
      options={options}
      value={options.some((option) => option.value === value) ? value : ''}
    />
  );
}
