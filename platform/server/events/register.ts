import type { Context } from '#platform/server/context.ts';
import type { Feature } from '#platform/server/feature.ts';
import type { Answerers, Subscriptions } from './event.ts';

const NAME = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;

/**
 * Collects what features list under names: those that one of them declares, and what others register for them. Lower
 * features declare, so that whoever registers comes later.
 */
function collect<T>(
  features: readonly Feature[],
  declaredBy: (feature: Feature) => readonly { readonly name: string }[],
  registeredBy: (feature: Feature) => readonly { readonly name: string; readonly entry: T }[],
): ReadonlyMap<string, readonly T[]> {
  const registered = new Map<string, T[]>();
  for (const feature of features) {
    for (const { name } of declaredBy(feature)) {
      if (!NAME.test(name)) throw new Error(`${feature.name}: ${name} is no name like \`relation.ended\`.`);
      if (registered.has(name)) throw new Error(`${feature.name} declares ${name}, which exists already.`);
      registered.set(name, []);
    }
    for (const { name, entry } of registeredBy(feature)) {
      const entries = registered.get(name);
      if (!entries) throw new Error(`${feature.name} registers for ${name}, which no feature before it declares.`);
      entries.push(entry);
    }
  }
  return registered;
}

/** The subscriptions of all features. @throws where one subscribes to what no feature before it emits */
export function subscriptionsOf(features: readonly Feature[]): Subscriptions<Context> {
  return collect(
    features,
    ({ emits }) => emits ?? [],
    (feature) => (feature.on ?? []).map((entry) => ({ name: entry.event, entry })),
  );
}

/** The answers of all features. @throws where one answers what no feature before it asks */
export function answerersOf(features: readonly Feature[]): Answerers<Context> {
  return collect(
    features,
    ({ asks }) => asks ?? [],
    (feature) => (feature.answers ?? []).map((entry) => ({ name: entry.query, entry })),
  );
}
