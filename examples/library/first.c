/* Which cafés satisfy a request. `first DATA`, such as examples/cafes. */
#include <seedc/seedc.h>
#include <stdio.h>
#include <stdlib.h>

static void check(seedc_error* error) {
  if (error == NULL) return;
  const seedc_str message = seedc_error_message(error);
  const seedc_str help = seedc_error_help(error);
  fprintf(stderr, "%.*s; help: %.*s\n", (int)message.size, message.data, (int)help.size, help.data);
  seedc_error_release(error);
  exit(1);
}

int main(int argc, char** argv) {
  seedc_session* session = NULL;
  check(seedc_session_new(NULL, &session));
  seedc_data* data = NULL;
  const seedc_str path = seedc_str_of(argc > 1 ? argv[1] : "examples/cafes");
  check(seedc_data_open(session, NULL, path, NULL, &data));

  const seedc_input input = {seedc_str_of("first.req"),
                             seedc_str_of("R1: AND(wifi_free, NOT(noise_loud))")};
  seedc_compile_options options = SEEDC_STRUCT(seedc_compile_options);
  options.data = data;
  seedc_program* program = NULL;
  check(seedc_compile(session, NULL, &input, 1, &options, &program));
  seedc_prepared* prepared = NULL;
  check(seedc_prepare(program, NULL, NULL, &prepared));
  seedc_results* results = NULL;
  check(seedc_run(prepared, NULL, data, NULL, &results));

  seedc_request_result request = SEEDC_STRUCT(seedc_request_result);
  check(seedc_results_request(results, 0, &request));
  for (size_t i = 0; i < request.match_count; ++i) {
    const seedc_str id = seedc_results_item_id(results, request.matches[i]);
    printf("%.*s: %.*s\n", (int)request.id.size, request.id.data, (int)id.size, id.data);
  }
  seedc_results_release(results);
  seedc_prepared_release(prepared);
  seedc_program_release(program);
  seedc_data_release(data);
  seedc_session_release(session);
  return 0;
}
