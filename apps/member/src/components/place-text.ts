import { sayIn, type Language } from '@holdfast/client/i18n';
import { placeAndZoneWords } from './place-and-zone.words.ts';

/** Where something was done from, as the server tells it. The values may come from a newer server, so nothing is sure of their types. */
interface Whereabouts {
  readonly place?: unknown;
  readonly network?: unknown;
}

/** Says where something was done from: the name of the place, or that it is unknown, with the prefix of the network. '' for no data. */
export function placeText({ place, network }: Whereabouts, language: Language): string {
  const say = sayIn(placeAndZoneWords, language);
  if (typeof place !== 'string') return '';
  if (place !== '') return place;
  return typeof network === 'string' && network !== ''
    ? say('placeUnknownIn', { network })
    : say('placeUnknown');
}
