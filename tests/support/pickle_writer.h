#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

namespace arenascope::test {

/// Writes JSON as the pickle that Python writes of the same value, protocol 4. A text or a frame (a dict with the key
/// `filename`) that came before is taken from the memo, as Python does for one object in many places.
class PickleWriter {
public:
    [[nodiscard]] static std::string pickle_of(const nlohmann::ordered_json& value) {
        PickleWriter writer;
        writer.out_ = std::string("\x80\x04", 2);
        writer.write(value);
        return writer.out_ + ".";
    }
    [[nodiscard]] static std::string pickle_of_text(const std::string& json) {
        return pickle_of(nlohmann::ordered_json::parse(json));
    }

private:
    using Json = nlohmann::ordered_json;

    void write(const Json& value) {
        if (value.is_string() || (value.is_object() && value.contains("filename"))) {
            write_shared(value);
        } else if (value.is_object()) {
            write_dict(value);
        } else if (value.is_array()) {
            out_ += "]";
            memoize();
            write_elements(value);
        } else if (value.is_number_float()) {
            out_ += std::string("G") + std::string(8, '\0');
        } else if (value.is_number()) {
            write_integer(value.get<std::int64_t>());
        } else {
            out_ += value.is_null() ? 'N' : value.get<bool>() ? '\x88' : '\x89';
        }
    }

    void write_shared(const Json& value) {
        const auto known = memo_of_.find(value.dump());
        if (known != memo_of_.end()) {
            const bool is_short = known->second < 256;
            out_ += is_short ? 'h' : 'j';
            write_bytes(known->second, is_short ? 1 : 4);
            return;
        }
        if (value.is_object()) {
            write_dict(value);
            memo_of_.emplace(value.dump(), first_memo_);
            return;
        }
        const auto& text = value.get_ref<const std::string&>();
        out_ += text.size() < 256 ? '\x8C' : 'X';
        write_bytes(text.size(), text.size() < 256 ? 1 : 4);
        out_ += text;
        memo_of_.emplace(value.dump(), memo_);
        memoize();
    }

    void write_dict(const Json& dict) {
        out_ += "}";
        const std::size_t own = memo_;
        memoize();
        out_ += "(";
        for (const auto& [key, value] : dict.items()) {
            write(Json(key));
            write(value);
        }
        out_ += "u";
        first_memo_ = own;
    }
    void write_elements(const Json& list) {
        if (list.size() == 1) {
            write(list.front());
            out_ += "a";
        } else if (!list.empty()) {
            out_ += "(";
            for (const Json& element : list) {
                write(element);
            }
            out_ += "e";
        }
    }
    void write_integer(std::int64_t number) {
        if (number >= 0 && number < 256) {
            out_ += 'K';
            write_bytes(static_cast<std::uint64_t>(number), 1);
        } else {
            out_ += "\x8A\x08";
            write_bytes(static_cast<std::uint64_t>(number), 8);
        }
    }
    void write_bytes(std::uint64_t number, int count) {
        for (int i = 0; i < count; ++i) {
            out_ += static_cast<char>(number >> static_cast<unsigned>(8 * i));
        }
    }
    void memoize() {
        out_ += '\x94';
        ++memo_;
    }

    std::string out_;
    std::size_t memo_ = 0;
    std::size_t first_memo_ = 0;  ///< of the dict that was written last
    std::map<std::string, std::size_t> memo_of_;
};

}  // namespace arenascope::test
