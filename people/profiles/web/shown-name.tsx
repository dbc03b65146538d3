import type { Person } from '#platform/contract/shapes.ts';
import { fullName } from './full-name.ts';

/** Letters of scripts that run from right to left. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A display name as it is; one that runs from right to left does not turn the words around it. */
export function DisplayName({ name }: { name: string }) {
  return rightToLeft.test(name) ? <bdi>{name}</bdi> : name;
}

/**
 * A member's name where the username is not shown anyway: with it beside, if the name of another member is confusable with it.
 * Where both do not fit on a line, it stands below.
 */
export function ShownName({ person }: { person: Pick<Person, 'id' | 'displayName' | 'username' | 'sharesName'> }) {
  if (!person.sharesName || person.id === null) return <DisplayName name={person.displayName} />;
  return (
    <span
      className="inline-flex max-w-full min-w-0 flex-wrap items-baseline gap-x-1.5 align-bottom"
      title={fullName(person)}
    >
      <span className="min-w-0 truncate">
        <DisplayName name={person.displayName} />
      </span>
      <span className="max-w-full truncate text-sm font-normal text-faint">@{person.username}</span>
    </span>
  );
}
