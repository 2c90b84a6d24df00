// Writes the page of all diagnostics to standard output, for the build.
#include <iostream>

#include "compiler/diag/explain.h"

int main() {
  std::cout << seedc::diag::explanations_page() << std::flush;
  return std::cout ? 0 : 1;
}
