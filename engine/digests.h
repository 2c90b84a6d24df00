// What identifies the files that a run read: lines of JSON with their names, sizes and digests.
//
//     {"name":"cafes/restaurants.jsonl","bytes":89123,"digest":{"sha256":"…"}}
//
// A snapshot has its own digest, `seedc-snapshot`: the checksum in its header, from which the
// checksums of all its blocks follow. It finds damage, and is no proof against forgery.
#pragma once

#include <string>
#include <vector>

#include "compiler/source/source.h"
#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/data/source.h"

namespace seedc::engine {

/// Of files as they are now; all bytes are read. Fails (Data) if one cannot be read.
base::Result<std::string> file_digests(const std::vector<std::string>& files,
                                       const base::Call& call);

/// Of the files that the source reads, as they are now; of data in memory there are none. Fails as
/// finding and reading them does.
base::Result<std::string> data_digests(const data::Source& source, const base::Call& call);

/// Of programs and of what they import, as they were read.
std::string program_digests(const source::SourceManager& sources);

}  // namespace seedc::engine
