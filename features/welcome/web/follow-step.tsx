import { useSuspenseQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { FollowButton } from '#people/profiles/web/friendship/follow-button.tsx';
import { PersonLine } from '#people/profiles/web/person-line.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { suggestionsQuery } from './queries.ts';

type Category = Reply<'GET /welcome/suggestions'>['categories'][number];

/** People and categories with something going on. */
export function FollowStep() {
  const { people, categories } = useSuspenseQuery(suggestionsQuery(useCall())).data;
  if (people.length === 0 && categories.length === 0)
    return <p>Nobody has posted in the last days. Be the first: what you write now is what others find.</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {people.length > 0 && (
        <section aria-label="People">
          <h3 className="mb-2 font-semibold">People</h3>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {people.map(({ person, makes }) => (
              <li key={person.id}>
                <PersonLine
                  aside={<FollowButton known={{ isFollowing: false, followers: 0, following: 0 }} person={person} />}
                  person={person}
                />
                {makes.length > 0 && <p className="text-sm text-soft">{makes.join(', ')}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {categories.length > 0 && (
        <section aria-label="Categories">
          <h3 className="mb-2 font-semibold">Categories</h3>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {categories.map((category) => (
              <CategoryLine category={category} key={category.category} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function CategoryLine({ category }: { category: Category }) {
  const call = useCall();
  const { busy, run } = useAction();
  const [isOn, setOn] = useState(category.isFollowing);
  const change = () =>
    run(async () => {
      const params = { category: category.category };
      setOn((await call('PUT /forum/categories/:category/follow', { params, body: { on: !isOn } })).on);
    });
  const Icon = isOn ? BellRing : Bell;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold break-words">{category.label}</p>
        <p className="text-sm break-words text-soft">
          {category.posts} {category.posts === 1 ? 'post' : 'posts'} in two weeks
          {category.description !== '' && ` · ${category.description}`}
        </p>
      </div>
      <Button
        aria-label={`${isOn ? 'Following' : 'Follow'} ${category.label}`}
        aria-pressed={isOn}
        busy={busy}
        icon={<Icon aria-hidden="true" size={16} />}
        onClick={() => void change()}
        size="sm"
      >
        {isOn ? 'Following' : 'Follow'}
      </Button>
    </li>
  );
}
