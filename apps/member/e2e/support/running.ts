export { FILM_URL, running, serverFaults } from '@holdfast/testkit/e2e';
