/** For so long after its end the two sides of an order may rate each other. */
export const RATING_MS = 24 * 3_600_000;
export const STARS = ['1', '2', '3', '4', '5'] as const;
export type Stars = (typeof STARS)[number];
/** What can be said of somebody beside the stars: no free text, which would be a place to insult and to lure. */
export const RATING_TAGS = ['fast', 'friendly', 'clear', 'slow', 'silent', 'unclear'] as const;
export type RatingTag = (typeof RATING_TAGS)[number];
export const RATING_TAGS_MAX = 3;
/** Which of them go with so many stars: whoever is content has other things to say than whoever is not. */
export const tagsFor = (stars: Stars): readonly RatingTag[] =>
  Number(stars) >= 4
    ? ['fast', 'friendly', 'clear']
    : Number(stars) === 3
      ? RATING_TAGS
      : ['slow', 'silent', 'unclear'];
/** Of so many of the newest ratings others are told the average, and of none while there are fewer than the second. */
export const RATINGS_COUNTED = 100;
export const RATINGS_FROM = 5;
